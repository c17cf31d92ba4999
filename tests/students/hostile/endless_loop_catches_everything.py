def minimax(game, position, depth):
    while True:
        try:
            while True:
                game.is_over(position)
        except BaseException:
            continue
