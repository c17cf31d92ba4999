"""Chess games and positions as other programs write them: PGN and EPD.

A PGN game is its headers and its moves; comments, variations, move numbers and annotation marks are skipped.

    [White "Anderssen"]            r1k4r/p2nb1p1/2b4p/1p1n1p2/2PP4/3Q1NB1/1P3PPP/R5K1 b - - bm Bxf3; id "M.1";
    [Black "Kieseritzky"]
    [Result "1-0"]                 EPD: the first four fields of FEN, then operations that end with a semicolon

    1. e4 e5 2. f4 exf4 {bold} 3. Bc4 (3. Nf3) 3... Qh4+ 1-0
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import GameError, MoveError, PositionError
from kibitz.game import Game
from kibitz.games.chess import fen, san
from kibitz.games.chess.rules import Position, play

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The headers that every game has, and their values when nothing is known; the result comes last."""
VARIANTS = ("chess", "standard", "normal", "from position", "chess960", "fischerandom", "fischer random")
WIDTH = 80
TOKEN = re.compile(
    r"""(?P<space>\s+|^%[^\n]*)
    |(?P<header>\[\s*(?P<name>\w[\w+\#=:-]*)\s+"(?P<value>(?:[^"\\\n]|\\.)*|[^\n]*)"\s*\])
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s(){};]|$))
    |(?P<mark>\$\d+|[!?]+|\d+\.+|\d+(?=[\s(){};]|$))
    |(?P<move>[^\s(){};$\[\]]+)""",
    re.VERBOSE | re.MULTILINE,
)
OPERATION = re.compile(r"""\s*(?P<name>[A-Za-z]\w*)(?P<operands>(?:\s+"[^"]*"|[^;"])*)(?:;|$)""")
OPERAND = re.compile(r'"([^"]*)"|(\S+)')
MOVE_OPERATIONS = ("am", "bm", "pm", "pv", "rm", "sm", "sv")
"""EPD operations whose operands are moves."""


@dataclass(frozen=True)
class PgnGame:
    """A chess game that was played, finished or not."""

    moves: tuple[int, ...] = ()
    start: Position = field(default_factory=fen.start_position)
    headers: Mapping[str, str] = field(default_factory=dict)  # without the result and the start
    result: str = "*"

    def positions(self) -> list[Position]:
        """Return every position of the game, from the first to the last."""
        found = [self.start]
        for move in self.moves:
            found.append(play(found[-1], move))
        return found


def is_chess(game: Game[Any]) -> bool:
    """Return whether a game has chess positions, so that its moves can be written here."""
    return isinstance(game.rules.start(), Position)


def read_pgn(text: str) -> Iterator[PgnGame]:
    """Yield the games of a file."""
    reader = Reader()
    place = 0
    text = text.removeprefix("\ufeff")
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            raise GameError(f"game {reader.number}: expected PGN, got {text[place : place + 20].splitlines()[0]!r}")
        place = token.end()
        if token["header"] and reader.has_begun:
            yield reader.finish()
        reader.take(token)
        if token["result"] and not reader.depth:
            yield reader.finish()
    if reader.has_begun or reader.headers:
        yield reader.finish()


class Reader:
    """Collects tokens into a game; starts over after each one."""

    def __init__(self) -> None:
        self.number = 1
        self.begin()

    def begin(self) -> None:
        """Start a game."""
        self.headers: dict[str, str] = {}
        self.moves: list[int] = []
        self.line: list[Position] = []
        self.depth = 0  # of variations
        self.result = ""

    @property
    def has_begun(self) -> bool:
        """Return whether the headers are complete."""
        return bool(self.line)

    def take(self, token: re.Match[str]) -> None:
        """Process one token."""
        if token["header"]:
            self.headers[token["name"]] = re.sub(r'\\(["\\])', r"\1", token["value"])
        elif token["open"]:
            self.depth += 1
        elif token["close"]:
            self.depth -= 1
            if self.depth < 0:
                raise GameError(f"{self.where()}: expected a move or the result, got ')' without '('")
        elif token["move"] or token["mark"] or token["result"]:
            if not self.line:
                self.line = [self.first()]
            if token["result"] and not self.depth:
                self.result = token["result"]
            elif token["move"] and not self.depth:
                self.play(token["move"])

    def first(self) -> Position:
        """Return the position with which the game begins, according to its headers."""
        variant = self.headers.get("Variant", "chess")
        if variant.lower() not in VARIANTS:
            raise GameError(f"game {self.number}: expected the variant chess or Chess960, got {variant!r}")
        try:
            return fen.read(self.headers["FEN"]) if "FEN" in self.headers else fen.start_position()
        except ValueError as error:
            raise PositionError(f"game {self.number}: the header FEN: {error}") from error

    def play(self, name: str) -> None:
        """Play a move of the game."""
        try:
            move = san.read_move(self.line[-1], name)
        except ValueError as error:
            raise MoveError(f"{self.where()}: {error}") from error
        self.moves.append(move)
        self.line.append(play(self.line[-1], move))

    def where(self) -> str:
        """Return the game and the next move, for error messages."""
        if not self.line:
            return f"game {self.number}"
        return f"game {self.number}, move {number_of(self.line[-1])}"

    def finish(self) -> PgnGame:
        """Return the game, and start the next."""
        if self.depth:
            raise GameError(f"{self.where()}: expected ')' at the end of a variation, got the end of the game")
        start = self.line[0] if self.line else self.first()
        result = self.result or self.headers.get("Result", "*")
        if result not in RESULTS:
            raise GameError(f"game {self.number}: expected a result of {', '.join(RESULTS)}, got {result!r}")
        left_out = ("Result", "FEN", "SetUp")
        headers = {name: value for name, value in self.headers.items() if name not in left_out}
        game = PgnGame(tuple(self.moves), start, headers, result)
        self.number += 1
        self.begin()
        return game


def number_of(p: Position) -> str:
    """Return the number of the next move as text."""
    return f"{p.number}." if p.player == 0 else f"{p.number}..."


def write_pgn(game: PgnGame) -> str:
    """Return a game as PGN; in a file, games are separated by an empty line."""
    headers = {**ROSTER, **game.headers}
    rest = {name: headers.pop(name) for name in list(headers) if name not in ROSTER}
    headers = {**headers, "Result": game.result, **rest}
    if fen.is_chess960(game.start):
        headers.setdefault("Variant", "Chess960")
    if game.start != fen.start_position():
        headers |= {"SetUp": "1", "FEN": fen.write(game.start)}
    lines = [f'[{name} "{escaped(value)}"]' for name, value in headers.items()]
    words: list[str] = []
    for p, move in zip(game.positions(), game.moves, strict=False):
        if p.player == 0 or not words:
            words.append(number_of(p))
        words.append(san.san_name(p, move))
    text = " ".join([*words, game.result])
    movetext = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *movetext, ""])


def escaped(text: str) -> str:
    """Return a header's text, escaped for quotes."""
    return " ".join(text.split("\n")).replace("\\", "\\\\").replace('"', '\\"')


@dataclass(frozen=True)
class Epd:
    """A position with operations: what is the best move, what it is called."""

    position: Position
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def moves(self, operation: str) -> tuple[int, ...]:
        """Return the moves of an operation such as bm; none if it is missing."""
        return tuple(find_move(self.position, name, operation) for name in self.operations.get(operation, ()))


def find_move(p: Position, name: str, operation: str) -> int:
    """Return a move named in an operation."""
    try:
        return san.read_move(p, name)
    except ValueError as error:
        raise MoveError(f"{operation}: {error}") from error


def read_epd(line: str) -> Epd:
    """Read one line of EPD. FEN's clocks are accepted before the operations, as many files have them."""
    fields = line.split(None, 4)
    rest = fields[4] if len(fields) > 4 else ""
    clocks = re.match(r"(\d+)\s+(\d+)(?=\s|;|$)", rest)
    rest = rest[clocks.end() :] if clocks else rest
    operations = read_operations(rest)
    clock = clocks[1] if clocks else (operations.get("hmvc") or ("0",))[0]
    number = clocks[2] if clocks else (operations.get("fmvn") or ("1",))[0]
    try:
        position = fen.read(" ".join([*fields[:4], clock, number]))
    except ValueError as error:
        raise PositionError(f"{line.strip()!r} is not EPD: {error}") from error
    return Epd(position, operations)


def read_operations(text: str) -> dict[str, tuple[str, ...]]:
    """Return the operations, each a name and its operands."""
    operations: dict[str, tuple[str, ...]] = {}
    place = 0
    while text[place:].strip(" ;\t\r\n"):
        found = OPERATION.match(text, place)
        if not found:
            raise PositionError(f"expected an EPD operation such as bm Nf3; got {text[place:].strip()!r}")
        place = found.end()
        operands = OPERAND.findall(found["operands"])
        operations[found["name"]] = tuple(quoted or bare for quoted, bare in operands)
    return operations


def read_epds(text: str) -> Iterator[Epd]:
    """Yield the positions of a file, one per line; empty lines and comments (#) are skipped."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield read_epd(line)
            except PositionError as error:
                raise PositionError(f"line {number}: {error}") from error


def write_epd(epd: Epd) -> str:
    """Return one line of EPD."""
    words = [fen.write_board(epd.position)]
    for name, operands in epd.operations.items():
        is_bare = name in MOVE_OPERATIONS or all(re.fullmatch(r"[+-]?\d+(\.\d+)?", operand) for operand in operands)
        written = operands if is_bare else tuple(f'"{operand}"' for operand in operands)
        words.append(" ".join([name, *written]) + ";")
    return " ".join(words)
