"""A finished game looked at again: the score after each move, what each move lost, and where the game turned.

Scores are the first player's. An advantage is a score between -1 and 1: proven wins are 1, and a guess is as large as
it is beside the other guesses of the game, so that a graph can show both.
"""

import threading
from statistics import median
from typing import Any

from kibitz.errors import OptionError
from kibitz.game import CHANCE
from kibitz.interface.web.line import Line
from kibitz.interface.web.message import number_in
from kibitz.interface.web.searches import MOST_SECONDS, Tell, Work
from kibitz.interface.web.thinking import MEGABYTES
from kibitz.record import keys_of
from kibitz.search.analyze import ENGINE, default_algorithm, search
from kibitz.search.engine import Engine, Settings
from kibitz.search.limit import Limit
from kibitz.search.result import Result

MISTAKE, BLUNDER = 0.06, 0.15
"""What a move loses, of all that lies between a loss and a win, to be called so."""
MOST_TURNING = 5


def reviewing(line: Line, message: dict[str, Any]) -> Work:
    """Prepare a review: so many seconds for each position."""
    game = line.game
    if game.players != 2:
        raise OptionError(f"only games of two can be reviewed; {game.name} has {game.players} players")
    seconds = number_in(message, "seconds", 0.01, 5, 0.2)
    seconds = min(seconds, MOST_SECONDS * 0.8 / len(line.positions))
    algorithm = default_algorithm(game)

    def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
        engine = Engine(game, Settings(MEGABYTES)) if algorithm == ENGINE else None
        keys = keys_of(game, line.positions)
        found: list[Result] = []
        for ply, p in enumerate(line.positions):
            tell({"ply": ply, "of": len(line.positions)})
            options: dict[str, Any] = {"history": keys[:ply], "engine": engine, "stop": stop}
            *_, result = search(game, p, algorithm, Limit(seconds=seconds), 0, **options)
            found.append(result)
            if stop.is_set():
                break
        return reviewed(line, found)

    return work


def reviewed(line: Line, found: list[Result]) -> dict[str, Any]:
    """Put together what was found of each position, the first player's scores."""
    high = advantages(line, found)
    plies: list[dict[str, Any]] = []
    for ply, result in enumerate(found):
        row: dict[str, Any] = {"score": result.score, "text": result.describe(), "advantage": high[ply]}
        if ply > 0:
            mover = line.game.mover(line.positions[ply - 1])
            best = found[ply - 1]
            lost = 0.0 if mover == CHANCE or best.move == line.moves[ply - 1] else high[ply - 1] - high[ply]
            lost = max(0.0, lost if mover == 0 else -lost) / 2
            row |= {"mover": mover, "name": line.names[ply - 1], "best": best.names.move, "lost": round(lost, 4)}
            row["kind"] = "blunder" if lost >= BLUNDER else "mistake" if lost >= MISTAKE else ""
        plies.append(row)
    wrong = sorted((ply for ply in range(1, len(plies)) if plies[ply]["kind"]), key=lambda ply: -plies[ply]["lost"])
    return {
        "plies": plies,
        "turning": sorted(wrong[:MOST_TURNING]),
        "finished": len(found) == len(line.positions),
        "result": line.result(),
    }


def advantages(line: Line, found: list[Result]) -> list[float]:
    """Bring all scores between -1 and 1."""
    scores = [float(result.score or 0) for result in found]
    if line.game.objective == "score":
        most = max(1.0, *(abs(score) for score in scores))
        return [score / most for score in scores]
    guesses = [abs(score) for score, result in zip(scores, found, strict=True) if result.proven is None and score]
    unit = 2 * median(guesses) if guesses else 1.0
    sure = {"win": 1.0, "loss": -1.0, "draw": 0.0}
    return [
        sure[result.proven] if result.proven in sure else score / (abs(score) + unit)
        for score, result in zip(scores, found, strict=True)
    ]
