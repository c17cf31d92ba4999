def minimax(game, position, depth):
    # "transposition table" with room for every position, 10 GB in chunks of 50 MB
    table = []
    for _ in range(200):
        table.append(bytearray(b"\x01") * (50 * 1024 * 1024))
    return game.evaluate(position, game.turn(position))
