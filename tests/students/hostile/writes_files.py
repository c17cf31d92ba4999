def minimax(game, position, depth):
    with open("debug_output.txt", "a") as log:
        for _ in range(10000):
            log.write(f"minimax at depth {depth}\n")
    return game.evaluate(position, game.turn(position))
