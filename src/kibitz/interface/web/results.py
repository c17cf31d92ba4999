"""The stores of a server, as pages see them: who stands how, the games under way, and those that have ended.

Law. A store is opened to be read, for each answer anew, and never held open, so that the run that writes to it need not
know of the server. What pages are told is shared by all of them and read again at most as often as `kept` says.

    stores      their names
    standings   the event, the standings and the cross table
    progress    how far the run is, how fast it goes, and the games under way with their boards
    listed      finished games: the newest, the longest or the upsets, of one player or of all
    played      one of them, with its moves
"""

import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from kibitz.arena.opening import parts
from kibitz.arena.results import Listed, Results, results_in
from kibitz.arena.store import is_written
from kibitz.arena.tournament_result import Place, TournamentResult, place_json
from kibitz.errors import KibitzError, OptionError
from kibitz.interface.web.games import parameters_text
from kibitz.interface.web.kept import Kept
from kibitz.interface.web.message import text_in, whole_in, word_in
from kibitz.interface.web.replay import MOST_NUMBER
from kibitz.interface.web.shelf import Shelf

LISTS = ("games", "longest", "upsets")
PAGE = 50
"""Games in a list."""
MOST_UPSETS = 500
"""The upsets among which those of one player are found."""
MOST_PLACES, MOST_COLUMNS = 200, 30
"""The most players in the standings, and in the cross table."""
MOST_NOTES = 5
MOST_BOARDS = 8
"""The most games under way that are shown."""
MOST_KEPT = 64
"""The most answers kept for each store."""
LIVE_REST, REST = 0.5, 1.0
"""Seconds between two answers about the games under way, and about all games."""
PACE_SECONDS, PACE_GAMES = 60.0, 10
"""The rate is that of the last minute, or of as many games if these took longer."""
Replay: TypeAlias = Callable[[str, list[dict[str, Any]]], list[dict[str, Any] | None]]
"""Plays games of a spec again: returns what a page shows of each."""


class Stores:
    """The stores of a server, by the names of their files."""

    def __init__(self, paths: Sequence[Path], shelf: Shelf, replay: Replay) -> None:
        self.watched: dict[str, Watched] = {}
        for path in paths:
            name = unused(path.name, self.watched)
            self.watched[name] = Watched(name, path, shelf, replay)
        self.questions: dict[str, Callable[[dict[str, Any]], Any]] = {
            "stores": lambda message: list(self.watched),
            "standings": self.standings,
            "progress": self.progress,
            "listed": self.listed,
            "played": self.played,
        }

    def standings(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the event and how everybody stands; None while a large store is being rated."""
        watched = self.find(message)
        found: dict[str, Any] | None = watched.ask("standings", watched.standings)
        return found

    def progress(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return how far the run is, and the games under way.

        known: pairs of a game's number and its plies: boards that the page shows already and are not sent again.
        """
        watched, known = self.find(message), known_in(message)
        found = watched.ask("progress", watched.progress, LIVE_REST)
        if found is None:
            return None
        live = [without_board(game) if (game["number"], game["plies"]) in known else game for game in found["live"]]
        return {**found, "live": live}

    def listed(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return some of the finished games.

        before, after: only games with smaller or greater numbers, where the newest are listed.
        """
        watched, what = self.find(message), word_in(message, "list", LISTS, "games")
        player = text_in(message, "player", "")
        before, after = (whole_in(message, name, 0, MOST_NUMBER, 0) for name in ("before", "after"))
        key = what, player, before, after
        found: dict[str, Any] | None = watched.ask(key, lambda: watched.listed(*key))
        return found

    def played(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return a finished game in the form in which a page holds it."""
        return self.find(message).played(whole_in(message, "number", 1, MOST_NUMBER))

    def find(self, message: dict[str, Any]) -> "Watched":
        """Return the store that a message names."""
        return self.watched[word_in(message, "store", self.watched)]


class Watched:
    """A store, and what is known of it."""

    def __init__(self, name: str, path: Path, shelf: Shelf, replay: Replay) -> None:
        self.name, self.path, self.shelf, self.replay = name, path, shelf, replay
        self.kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self.pace = Pace()

    def ask(self, key: Hashable, work: Callable[[], Any], rest: float = REST) -> Any:
        """Return an answer that is kept, or begin to keep it."""
        kept = self.kept.setdefault(key, Kept(work, self.mark, rest))
        with contextlib.suppress(KeyError):  # another page may just have dropped it
            self.kept.move_to_end(key)
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        return kept.get()

    def mark(self) -> Hashable:
        """Return what changes when the store does, or when a run begins or ends."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return is_written(self.path), *(stamp(file) for file in files)

    @contextlib.contextmanager
    def open(self) -> Iterator[Results]:
        """Open the store to read it; pages are not told where it is."""
        try:
            with results_in(self.path) as results:
                yield results
        except KibitzError as error:
            raise OptionError(str(error).replace(str(self.path), self.name)) from error

    # What pages are told

    def standings(self) -> dict[str, Any]:
        """Return the event and how everybody stands."""
        with self.open() as results:
            event, result = results.event, results.result()
        spec = self.spec_here(event["game"])
        title, parameters = self.titled(spec) if spec else (event["game"], "")
        return {
            "title": title,
            "parameters": parameters,
            "kind": "tournament" if event.get("names") else "match",
            "unknown": "" if spec else unknown_words(event["game"], self.name),
            "upsets": event["seats"] == 2,
            "names": result.names,
            "games": result.seats.games,
            "places": [place_told(each, result) for each in result.standings[:MOST_PLACES]],
            "cross": cross_table(result),
            "remarks": result.remarks(),
            "notes": [*result.notes[:MOST_NOTES], *more_notes(result.notes)],
        }

    def progress(self) -> dict[str, Any]:
        """Return how far the run is, how fast it goes, and the games under way."""
        with self.open() as results:
            event, games = results.event, results.games
            live = unfinished(results)
        written = is_written(self.path)
        running = bool(live) if written is None else written
        planned = event.get("decided") or event.get("games") or games
        rate = self.pace.after(event.get("started"), games) if running else None
        return {
            "running": running,
            "games": games,
            "planned": planned,
            "rate": rate,
            "left": (planned - games) / rate if rate else None,
            "under_way": len(live) if running else 0,
            "live": self.boards(event["game"], live[:MOST_BOARDS]) if running else [],
        }

    def boards(self, spec: str, live: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return games under way with their boards, as far as these can be drawn here."""
        lines = [line_of(game) for game in live]
        states: Sequence[dict[str, Any] | None] = [None] * len(live)
        if live and (here := self.spec_here(spec)):
            with contextlib.suppress(KibitzError):  # rules that hang or crash; the games go on all the same
                states = self.replay(here, lines)
        return [
            {"number": game["number"], "names": game["names"], "plies": len(line["names"]), "state": state}
            for game, line, state in zip(live, lines, states, strict=True)
        ]

    def listed(self, what: str, player: str, before: int, after: int) -> dict[str, Any]:
        """Return some of the finished games, and whether there are newer and older ones."""
        with self.open() as results:
            if what == "upsets":
                games = [game for game in results.upsets(MOST_UPSETS) if not player or player in game.names][:PAGE]
            else:
                games = page_of(results, what, player, before, after)
            others = [more(results, player, games, newer) for newer in (True, False)] if what == "games" else [0, 0]
        return {"games": [game.to_json() for game in games], "newer": others[0], "older": others[1]}

    def played(self, number: int) -> dict[str, Any]:
        """Return a finished game in the form in which a page holds it."""
        with self.open() as results:
            spec, game = results.event["game"], results.game(number)
        here = self.spec_here(spec)
        if here is None:
            raise OptionError(unknown_words(spec, self.name))
        (state,) = self.replay(here, [line_of(game)])
        if state is None:
            raise OptionError(f"game {number} cannot be replayed by the rules of {here} that this server has")
        return {name: state[name] for name in ("game", "start", "moves")}

    # Which game it is

    def spec_here(self, spec: str) -> str | None:
        """Return the text by which this server knows a game; None if it does not. A file is known by its name."""
        for each in self.shelf.first:
            if file_and_parameters(each["game"]) == file_and_parameters(spec):
                return str(each["game"])
        try:
            return self.shelf.find(spec).spec()
        except KibitzError:
            return None

    def titled(self, spec: str) -> tuple[str, str]:
        """Return the title of a game of this server, and its parameters in words."""
        for each in self.shelf.first:
            if each["game"] == spec:
                return each["title"], ""
        game = self.shelf.find(spec)
        return game.title or game.name, parameters_text(game)


class Pace:
    """How fast games end."""

    def __init__(self) -> None:
        self.run: Any = None  # when the run began
        self.seen: deque[tuple[float, int]] = deque()

    def after(self, run: Any, games: int) -> float | None:
        """Note how many games there are now; return how many end in a second, None if that is not known yet."""
        if run != self.run:
            self.run = run
            self.seen.clear()
        now = time.monotonic()
        self.seen.append((now, games))
        while len(self.seen) > 2 and now - self.seen[1][0] >= PACE_SECONDS and games - self.seen[1][1] >= PACE_GAMES:
            self.seen.popleft()
        began, before = self.seen[0]
        return (games - before) / (now - began) if games > before else None


def unused(name: str, taken: Any) -> str:
    """Return a name that is not taken: this one, or with a number."""
    return next(each for each in (name, *(f"{name} {count}" for count in range(2, 1000))) if each not in taken)


def stamp(file: Path) -> Hashable:
    """Return what changes whenever a file is written."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def file_and_parameters(spec: str) -> tuple[str, str]:
    """Return the name of a game's file without its folder, and the parameters."""
    place, _, parameters = spec.partition(":")
    return Path(place).name, parameters


def unknown_words(spec: str, store: str) -> str:
    """Return what to do about a game that this server does not know."""
    return f"this server does not know the rules of {spec}; start it as: kibitz serve {spec} --store {store}"


def known_in(message: dict[str, Any]) -> set[tuple[Any, Any]]:
    """Return the boards that a page shows already."""
    known = message.get("known", [])
    if not isinstance(known, list) or len(known) > MOST_BOARDS or not all(is_pair(each) for each in known):
        raise OptionError(f"known must be a list of at most {MOST_BOARDS} pairs of numbers")
    return {(number, plies) for number, plies in known}


def is_pair(value: Any) -> bool:
    """Return whether a value is a list of two whole numbers."""
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, int) for each in value)


def without_board(game: dict[str, Any]) -> dict[str, Any]:
    """Return a game under way without its board."""
    return {name: value for name, value in game.items() if name != "state"}


def line_of(game: dict[str, Any]) -> dict[str, Any]:
    """Return the start and all moves of a game of a store."""
    start, first = parts(tuple(game["opening"]))
    return {"number": game["number"], "start": start, "names": [*first, *game["moves"]]}


def unfinished(results: Results) -> list[dict[str, Any]]:
    """Return the games under way; one that has ended may still be shown by its worker."""
    live = results.live()
    marks = ",".join("?" * len(live))
    ended = {game.number for game in results.listed(f"number IN ({marks})", tuple(game["number"] for game in live))}
    return [game for game in live if game["number"] not in ended]


def page_of(results: Results, what: str, player: str, before: int, after: int) -> list[Listed]:
    """Return a page of finished games, the newest or the longest first."""
    if what == "longest":
        return results.listed(*among(results, player), "plies DESC, number", PAGE)
    if after:
        return results.listed(*among(results, player, "number > ?", after), "number", PAGE)[::-1]
    if before:
        return results.listed(*among(results, player, "number < ?", before), "number DESC", PAGE)
    return results.listed(*among(results, player), "number DESC", PAGE)


def among(results: Results, player: str, where: str = "TRUE", *values: int) -> tuple[str, tuple[int, ...]]:
    """Return a condition on games, and its values: those of one player, or of all if none is named."""
    if not player:
        return where, values
    return f"{where} AND number IN (SELECT game FROM seat WHERE contestant = ?)", (*values, results.number_of(player))


def more(results: Results, player: str, games: Sequence[Listed], newer: bool) -> int:
    """Return the number from which newer or older games than these are listed; 0 if there are none."""
    if not games:
        return 0
    number, where = (games[0].number, "number > ?") if newer else (games[-1].number, "number < ?")
    return number if results.listed(*among(results, player, where, number), "number", 1) else 0


def place_told(place: Place, result: TournamentResult) -> dict[str, Any]:
    """Return a place in the standings as a page shows it."""
    return {**place_json(place), "rating": place.elo.describe(), "player": result.players[place.number]}


def cross_table(result: TournamentResult) -> dict[str, Any] | None:
    """Return the points of each against each other in the order of the standings; None where only two play."""
    if len(result.names) < 3:
        return None
    order = list(result.ratings.order[:MOST_COLUMNS])
    points, met = (table[order][:, order].tolist() for table in result.outcomes.table(len(result.names)))
    return {"names": [result.names[number] for number in order], "points": points, "met": met}


def more_notes(notes: Sequence[str]) -> list[str]:
    """Return a line about the notes that are not shown."""
    return [f"and {len(notes) - MOST_NOTES} more notes"] if len(notes) > MOST_NOTES else []
