"""Kalah: sow the stones of a house; ending in your store moves again, ending in your own empty house captures.

Each player's houses and store are one int, seven bits per number, the first house lowest and the store on top:

    store | house 6 | … | house 2 | house 1

Sowing runs through the player's houses and store, then the opponent's houses, skipping the opponent's store. The game
ends when one side is empty, and the remaining stones go to the store of their side. A move is a house, from 0.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.board import Board, Cell, Label, Piece
from kibitz.game import Game

BITS, FULL = 7, 127


class Position(NamedTuple):
    """Houses and stores."""

    first: int  # of player 0
    second: int  # of player 1
    player: int


def game(houses: int = 6, stones: int = 4) -> Game[Position]:
    """Play with this many houses on each side and stones in each house."""
    if not 1 <= houses <= 8 or stones < 1 or 2 * houses * stones > FULL:
        raise ValueError(f"houses must be 1 to 8, stones at least 1 and at most {FULL} in all; got {houses}, {stones}")
    store = BITS * houses
    ring = 2 * houses + 1
    player_names = ("south", "north")
    objective = "score"
    counted_in = "stones"
    win_scale = 4.9  # measured by benchmarks/win_scale.py

    how_to_play = """
    Take all stones of one of your houses and sow them counterclockwise, one each into the following houses and
    your own store, but not into the opponent’s store. If the last stone falls into your store, you move again.
    If it falls into an empty house of yours and the house opposite is not empty, both go to your store. The
    game ends when one side has no stones in its houses; the other side keeps what is left there. Whoever has
    more stones in the store wins.
    """

    def start() -> Position:
        row = sum(stones << BITS * house for house in range(houses))
        return Position(row, row, 0)

    def turn(p: Position) -> int:
        return p.player

    def in_houses(row: int) -> int:
        return row & (1 << store) - 1

    def total(row: int) -> int:
        count = 0
        for number in range(houses + 1):
            count += row >> BITS * number & FULL
        return count

    def moves(p: Position) -> Iterator[int]:
        mine = p.first if p.player == 0 else p.second
        for house in range(houses):
            if mine >> BITS * house & FULL:
                yield house

    def play(p: Position, house: int) -> Position:
        mine, theirs = (p.first, p.second) if p.player == 0 else (p.second, p.first)
        count = mine >> BITS * house & FULL
        mine -= count << BITS * house
        place = house
        for _ in range(count):
            place = (place + 1) % ring
            if place <= houses:
                mine += 1 << BITS * place
            else:
                theirs += 1 << BITS * (place - houses - 1)
        if place < houses and mine >> BITS * place & FULL == 1:
            across = BITS * (houses - 1 - place)
            caught = theirs >> across & FULL
            if caught:
                theirs -= caught << across
                mine += (caught + 1 << store) - (1 << BITS * place)
        if in_houses(mine) == 0 or in_houses(theirs) == 0:
            mine, theirs = total(mine) << store, total(theirs) << store
        player = p.player if place == houses else 1 - p.player
        return Position(mine, theirs, player) if p.player == 0 else Position(theirs, mine, player)

    def is_over(p: Position) -> bool:
        return in_houses(p.first) == 0 or in_houses(p.second) == 0

    def utility(p: Position, player: int) -> int:
        ahead = (p.first >> store) - (p.second >> store)
        return ahead if player == 0 else -ahead

    evaluate = utility

    def numbers(row: int) -> list[int]:
        return [row >> BITS * number & FULL for number in range(houses + 1)]

    def write(p: Position) -> str:
        return f"{','.join(map(str, numbers(p.first)))} {','.join(map(str, numbers(p.second)))} {p.player}"

    def read(text: str) -> Position:
        *sides, player = text.split() or [""]
        rows = [[int(number) for number in side.split(",") if number.isdecimal()] for side in sides]
        if len(rows) != 2 or any(len(row) != houses + 1 or min(row) < 0 for row in rows) or player not in ("0", "1"):
            raise ValueError(f"expected {houses} houses and a store for each side, and the player to move, 0 or 1")
        if sum(map(sum, rows)) != 2 * houses * stones:
            raise ValueError(f"expected {2 * houses * stones} stones in all, got {sum(map(sum, rows))}")
        first, second = (sum(count << BITS * i for i, count in enumerate(row)) for row in rows)
        return Position(first, second, int(player))

    def show(p: Position) -> str:
        south, north = numbers(p.first), numbers(p.second)
        upper = "  ".join(f"{count:>2}" for count in reversed(north[:-1]))
        lower = "  ".join(f"{count:>2}" for count in south[:-1])
        names = "  ".join(f"{house + 1:>2}" for house in range(houses))
        middle = f"{north[-1]:>2}  {' ' * len(lower)}  {south[-1]:>2}"
        back = "  ".join(f"{house + 1:>2}" for house in reversed(range(houses)))
        return f"      {back}\nnorth {upper}\n  {middle}\nsouth {lower}\n      {names}"

    def board(p: Position) -> Board:
        cells, labels, pieces = [], [], []
        for player, (side, row) in enumerate((("south", p.first), ("north", p.second))):
            for house in range(houses):
                x, y = (house + 1, 1) if player == 0 else (houses - house, 0)
                cells.append(Cell(f"{side} {house + 1}", x, y, "pit"))
                labels.append(Label(x, 1.7 if player == 0 else -0.7, str(house + 1)))
            cells.append(Cell(f"{side} store", 0 if player else houses + 1, 0.5, "pit", height=2))
            names = [cell.name for cell in cells[-houses - 1 :]]
            for name, count in zip(names, numbers(row), strict=True):
                pieces.append(Piece(name, "seeds", text=str(count), name=f"{count} stone{'s' * (count != 1)}"))
        touch = {house: (f"{player_names[p.player]} {house + 1}",) for house in moves(p)}
        return Board(cells, pieces, labels, touch, ground="wood")

    def move_name(p: Position, house: int) -> str:
        return str(house + 1)

    return Game.of(locals())
