"""Text and pictures: positions on one line, points as people name them, and a board of lines."""

from collections.abc import Callable
from typing import Any

from kibitz.board import Board, Cell, Label, Line, Piece
from kibitz.games.go.points import Grid

LETTERS = "ABCDEFGHJKLMN"
"""The columns; there is no I, which looks like a 1."""
STARS = {9: (2, 4, 6), 13: (3, 6, 9)}
"""The rows and columns of the marked points on boards of the usual sizes."""
NONE = "-"
EXPECTED = (
    "rows of X (black), O (white) and . separated by /, the top row first; the player to move, B or W; perhaps the "
    "point forbidden by ko or -, the last move or -, the number of passes just made, and the number of moves so far"
)


def texts(
    grid: Grid, moves: Callable[[Any], Any], known: Callable[..., Any], no_ko: int, longest: int
) -> dict[str, Any]:
    """Return the text functions of a board."""
    size, row, to_pass = grid.size, grid.row, grid.end

    def name(move: int) -> str:
        return "pass" if move == to_pass else f"{LETTERS[move % row]}{move // row + 1}"

    named = {name(number): number for number in (*grid.numbers, to_pass)}

    def move_name(p: Any, move: int) -> str:
        return name(move)

    def marks(p: Any) -> list[str]:
        """Return the rows, the top one first."""
        black, white = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
        signs = dict.fromkeys(grid.numbers, ".") | dict.fromkeys(grid.listed(black), "X")
        signs |= dict.fromkeys(grid.listed(white), "O")
        line = "".join(signs.values())
        return [line[i : i + size] for i in range(0, size * size, size)][::-1]

    def write(p: Any) -> str:
        ko = NONE if p.ko == no_ko else name(p.ko)
        last = NONE if p.last == to_pass and p.passes == 0 else name(p.last)
        return f"{'/'.join(marks(p))} {'BW'[p.player]} {ko} {last} {p.passes} {p.plies}"

    def read(text: str) -> Any:
        board, mover, ko, last, passes, plies, *more = (*text.split(), *("",) * 6)[: max(6, len(text.split()))]
        rows = board.split("/")
        wrong = len(rows) != size or any(len(line) != size or set(line) - set("XO.") for line in rows)
        if wrong or mover not in ("B", "W") or more:
            raise ValueError(f"expected {size} {EXPECTED}")
        signs = dict(zip(grid.numbers, "".join(rows[::-1]), strict=True))
        black, white = (grid.points([number for number in signs if signs[number] == sign]) for sign in "XO")
        stones = size * size - "".join(rows).count(".")
        forbidden = number_of(ko, no_ko) if ko != "pass" else to_pass
        if forbidden != no_ko:
            theirs = "OX"["BW".index(mover)]
            around = [signs[each] for each in grid.listed(grid.near[forbidden])] if forbidden != to_pass else []
            if signs.get(forbidden) != "." or set(around) != {theirs}:
                raise ValueError(f"the point forbidden by ko must be empty, between stones of the opponent; got {ko}")
        counts = [passes or "0", plies or str(stones)]
        if not all(each.isdecimal() for each in counts) or int(counts[0]) > 2 or int(counts[1]) > longest:
            raise ValueError(f"expected 0 to 2 passes and 0 to {longest} moves, got {' '.join(counts)}")
        played = number_of(last, to_pass)
        if (int(counts[0]) > 0) != (last == "pass"):
            raise ValueError(f"the last move is a pass if and only if there were passes, got {last} and {counts[0]}")
        if played != to_pass and signs[played] != "OX"["BW".index(mover)]:
            raise ValueError(f"the last move must be a stone of the opponent, got {last}")
        return known(black, white, "BW".index(mover), forbidden, int(counts[0]), int(counts[1]))._replace(last=played)

    def number_of(text: str, without: int) -> int:
        if text in ("", NONE):
            return without
        if text not in named:
            raise ValueError(f"expected a point such as {name(grid.numbers[-1])}, pass or {NONE}, got {text}")
        return named[text]

    def show(p: Any) -> str:
        letters = " ".join(LETTERS[:size])
        rows = [f"{size - i:>2} {' '.join(line)} {size - i}" for i, line in enumerate(marks(p))]
        return "\n".join([f"   {letters}", *rows, f"   {letters}"])

    def board(p: Any) -> Board:
        at = {number: (number % row, size - 1 - number // row) for number in grid.numbers}
        stones = {"X": ("disc", "dark", "", "black stone"), "O": ("disc", "light", "", "white stone")}
        signs = zip(grid.numbers, "".join(marks(p)[::-1]), strict=True)
        pieces = [Piece(name(number), *stones[sign]) for number, sign in signs if sign != "."]
        cells = [Cell(name(number), *at[number], "square") for number in grid.numbers]
        end = size - 1
        lines = [Line([(0, i), (end, i)], width=0.03) for i in range(size)]
        lines += [Line([(i, 0), (i, end)], width=0.03) for i in range(size)]
        lines += [Line([(x, y)], width=0.2) for x in STARS.get(size, ()) for y in STARS.get(size, ())]
        labels = [Label(i, size - 0.2, LETTERS[i]) for i in range(size)]
        labels += [Label(-0.8, end - i, str(i + 1)) for i in range(size)]
        touch = {move: () if move == to_pass else (name(move),) for move in moves(p)}
        return Board(cells, pieces, labels, touch, lines, "paper", ("dark", "light"))

    return {"write": write, "read": read, "show": show, "move_name": move_name, "board": board}
