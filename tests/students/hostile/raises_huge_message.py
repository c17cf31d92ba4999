class SearchError(Exception):
    def __str__(self):
        return "something went wrong " * 1_000_000


def minimax(game, position, depth):
    raise SearchError()
