minimax = 42
alpha_beta = "see minimax"
