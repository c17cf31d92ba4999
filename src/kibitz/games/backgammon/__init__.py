"""Backgammon: bring your checkers home and bear them off; hit blots on the way. Gammons and backgammons count.

There is no doubling cube. A move is the play of a whole roll, such as `8/5,6/5`.
"""

from kibitz.game import Game
from kibitz.games.backgammon import evaluation, features, picture, rules, text
from kibitz.games.backgammon.rules import NOBODY, Position, Side, put

how_to_play = """
Both players roll two dice and move their checkers around the board towards their own home, points 6 to 1 as
they count them. Each die moves one checker by as many points as it shows; a double is played four times, and
both dice must be played if that is possible. A point with two or more checkers of the opponent is closed. A
single checker can be hit: it goes to the bar and must enter again in the opponent’s home before anything else
moves. Once all your checkers are at home you bear them off, and whoever bears off all of them first wins: one
point, two for a gammon (the loser has borne off none), three for a backgammon (one of them is still on the bar
or in the winner’s home).
"""
STARTS = {
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
    "hypergammon": {24: 1, 23: 1, 22: 1},
    "race": {6: 1, 5: 1, 4: 1},
}
"""The variants: where each player's checkers begin."""


def game(variant: str = "standard") -> Game[Position]:
    """Play the standard game, hypergammon with three checkers each, or a short race of three checkers in each home."""
    if variant not in STARTS:
        raise ValueError(f"variant must be one of {', '.join(STARTS)}, got {variant!r}")
    side = Side(0, 0)
    for place, number in STARTS[variant].items():
        side = put(side, place, number)

    def start() -> Position:
        return Position(side, side, NOBODY, 0)

    return Game.of(
        {
            **vars(rules),
            "start": start,
            "evaluate": evaluation.evaluate,
            "features": features.features,
            "feature_count": features.COUNT,
            "objective": "score",
            "counted_in": "points",
            "win_scale": 0.62,  # measured by benchmarks/win_scale.py
            "player_names": text.PLAYERS,
            "write": text.write,
            "read": text.reader(sum(STARTS[variant].values())),
            "show": text.show,
            "move_name": text.move_name,
            "read_move": text.read_move,
            "board": picture.board,
        }
    )
