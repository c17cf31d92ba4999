MEMO = {}


def minimax(game, position, depth):
    MEMO.clear()  # other calls may be for another player or another game
    return helper(game, position, depth, game.turn(position))


def helper(game, position, depth, who):
    if (position, depth) in MEMO:
        return MEMO[(position, depth)]
    if game.is_over(position):
        answer = (game.utility(position, who), None)
    elif depth == 0:
        answer = (game.evaluate(position, who), None)
    else:
        answer = None
        for move in game.moves(position):
            number = helper(game, game.play(position, move), depth - 1, who)[0]
            if answer is None:
                answer = (number, move)
            elif game.turn(position) == who and number > answer[0]:
                answer = (number, move)
            elif game.turn(position) != who and number < answer[0]:
                answer = (number, move)
    MEMO[(position, depth)] = answer
    return answer
