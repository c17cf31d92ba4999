"""Yahtzee for one player: five dice, up to three rolls a turn, thirteen boxes to fill.

A turn begins with a roll of five dice. Twice the player may keep some of them and roll the others; then, or earlier,
the dice are scored in an open box. The order of dice does not matter: a hand is a number, its place in `HANDS`, which
lists every multiset of up to five dice. A hand of fewer than five is about to be completed by a roll. A player's move
is the hand to keep, or `SCORE` plus a box; nature's is the hand that the roll completes.

    ones … sixes       the sum of these dice; 35 more for 63 or more in these six boxes
    three of a kind    the sum of all dice          four of a kind    the same
    full house         25                           small straight    30, four in a row
    large straight     40, five in a row            yahtzee           50, five of a kind
    chance             the sum of all dice

Another yahtzee after one that scored 50 is worth 100 more. When the yahtzee box and the upper box of its face are
filled, another yahtzee is a joker: it counts as a full house or a straight too. Those who rolled one may use any open
box, as in the published solutions of the game (Verhoeff 1999, Woodward 2003), or, with `forced`, must use its upper box
while that is open, and a lower one after that.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.board import Board, Cell, Label, Piece
from kibitz.game import Game
from kibitz.rules import CHANCE

DICE, FACES, ROLLS = 5, 6, 3
HANDS = [hand for size in range(DICE + 1) for hand in itertools.combinations_with_replacement(range(1, 7), size)]
NUMBER = {hand: number for number, hand in enumerate(HANDS)}
FULL = NUMBER[1, 1, 1, 1, 1]  # the first hand of five dice
SCORE = 256  # plus a box: the move that fills it

BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance"),
)
UPPER, LOWER = range(6), range(6, 13)
THREE, FOUR, HOUSE, SMALL, LARGE, YAHTZEE, FREE = LOWER
ALL = (1 << len(BOXES)) - 1
UPPER_GOAL, UPPER_BONUS, YAHTZEE_BONUS = 63, 35, 100
UNITS = (1, 2, 3, 4, 5, 6, 1, 1, 25, 30, 40, 50, 1)  # a box's score is a multiple of it
BITS = (3, 3, 3, 3, 3, 3, 5, 5, 1, 1, 1, 1, 5)  # for that multiple
SHIFTS = tuple(itertools.accumulate(BITS, initial=0))
PARS = (1.9, 5.2, 8.5, 12.1, 15.6, 19.2, 21.7, 13.1, 22.6, 29.5, 32.7, 16.9, 22.0)
"""What a box brings on average in good play; with them the evaluation judges what is still to come."""
BONUS_PAR, MOST_HOPE = 23.8, 0.95
"""What the upper bonus brings on average, and how sure of it the evaluation is at most before it is earned."""


def score(hand: tuple[int, ...], box: int, joker: bool = False) -> int:
    """Return what five dice score in a box."""
    counts = sorted(Counter(hand).values())
    rows = "".join(str(face) if face in hand else " " for face in range(1, 7))
    longest = max(map(len, rows.split()))
    if box in UPPER:
        return (box + 1) * hand.count(box + 1)
    good = {
        THREE: counts[-1] >= 3,
        FOUR: counts[-1] >= 4,
        HOUSE: counts == [2, 3] or joker,
        SMALL: longest >= 4 or joker,
        LARGE: longest >= 5 or joker,
        YAHTZEE: counts == [5],
        FREE: True,
    }
    return (sum(hand) if UNITS[box] == 1 else UNITS[box]) if good[box] else 0


def odds(rolled: tuple[int, ...]) -> float:
    """Return the probability that dice show these faces, in any order."""
    orders = math.factorial(len(rolled))
    for count in Counter(rolled).values():
        orders //= math.factorial(count)
    return float(orders / FACES ** len(rolled))


def keeps_of(hand: tuple[int, ...]) -> list[int]:
    """List the hands that can be kept of five dice, the most dice first."""
    sizes = range(DICE - 1, -1, -1)
    return [NUMBER[kept] for size in sizes for kept in sorted(set(itertools.combinations(hand, size)))]


def rolls_of(kept: tuple[int, ...]) -> list[tuple[int, float]]:
    """List the hands that a roll of the other dice can lead to, with their probabilities."""
    rolls = itertools.combinations_with_replacement(range(1, 7), DICE - len(kept))
    return [(NUMBER[tuple(sorted(kept + rolled))], odds(rolled)) for rolled in rolls]


# Tables for the rules. Rows of different length lie one after the other; another table has the first place of each.
KEEP_ROWS, ROLL_ROWS = [keeps_of(hand) for hand in HANDS[FULL:]], [rolls_of(hand) for hand in HANDS[:FULL]]
KEEPS = np.array([kept for row in KEEP_ROWS for kept in row])
FIRST_KEEP = np.array([0, *itertools.accumulate(map(len, KEEP_ROWS))])  # of a hand of five, from FULL on
ROLLED = np.array([hand for row in ROLL_ROWS for hand, _ in row])
CHANCES = np.array([probability for row in ROLL_ROWS for _, probability in row])
FIRST_ROLL = np.array([0, *itertools.accumulate(map(len, ROLL_ROWS))])
SCORES = np.array([[score(hand, box) for box in range(13)] for hand in HANDS[FULL:]])
JOKERS = np.array([[score(hand, box, True) for box in range(13)] for hand in HANDS[FULL:]])
FACE = np.array([hand[0] - 1 if len(set(hand)) == 1 else -1 for hand in HANDS[FULL:]])  # of a yahtzee; otherwise -1
OPEN_UPPER = np.array([sum(DICE * (box + 1) for box in UPPER if not used >> box & 1) for used in range(64)])
"""By the upper boxes used: the most that the others can bring."""


def hopes() -> np.ndarray:
    """Return what a turn brings on average in a box if it is played for this box alone: rolls left × hand × box."""
    found = np.zeros((ROLLS + 1, len(HANDS), len(BOXES)))
    found[:, FULL:] = SCORES
    for rolls in range(1, ROLLS + 1):
        after = CHANCES[:, None] * found[rolls - 1, ROLLED]
        found[rolls, :FULL] = np.add.reduceat(after, FIRST_ROLL[:-1])
        kept = np.maximum.reduceat(found[rolls, KEEPS], FIRST_KEEP[:-1])
        found[rolls, FULL:] = np.maximum(SCORES, kept)
    return found


HOPES = hopes()


def to_come(worth: tuple[float, ...]) -> np.ndarray:
    """Return the sum over the open boxes, for every set of boxes used."""
    return np.array([sum(each for box, each in enumerate(worth) if not used >> box & 1) for used in range(ALL + 1)])


PAR_LEFT = to_come(PARS)
MOST_LEFT = to_come(tuple(float(SCORES[:, box].max()) for box in range(13)))
UPPER_PAR = np.array([3 * sum(box + 1 for box in UPPER if used >> box & 1) for used in range(64)])
"""By the upper boxes used: three dice in each, with which the bonus is earned."""


class Position(NamedTuple):
    """Dice and a score card."""

    hand: int  # dice on the table, or those kept if fewer than five
    rolls: int  # rolls left
    used: int  # a bit for each box that is filled, or not in the game
    upper: int  # points in the upper boxes, at most 63
    bonus: int  # 1: another yahtzee is worth 100
    points: int  # in all
    boxes: int  # the scores, each as a multiple of its unit, the first box lowest


def game(categories: str = "all", forced: bool = False) -> Game[Position]:
    """Play with all boxes, those of the `upper` or `lower` half, or some by name: `ones+full-house`."""
    groups = {"all": BOXES, "upper": BOXES[:6], "lower": BOXES[6:]}
    chosen = [box for word in categories.split("+") for box in groups.get(word, (word,))]
    if not set(chosen) <= set(BOXES):
        wrong = next(box for box in chosen if box not in BOXES)
        raise ValueError(f"categories must be all, upper, lower or boxes joined by +, got {wrong!r}; the boxes are "
                         f"{', '.join(BOXES)}")  # fmt: skip
    players = 1
    player_names = ("player",)
    objective = "score"
    counted_in = "points"
    how_to_play = """
    A turn begins with a roll of five dice. Twice you may keep some of them and roll the others again; then, or
    earlier, score the dice in an open box. The upper boxes count the dice of one face, and 63 or more points in
    them earn a bonus of 35. Below, three and four of a kind and chance count all dice, a full house is worth
    25, a small straight 30, a large straight 40 and a yahtzee, five of a kind, 50; after one that scored 50,
    each further yahtzee brings 100 more. The game is over when all boxes are filled. Make as many points as you
    can.
    """
    closed = sum(1 << box for box, name in enumerate(BOXES) if name not in chosen)
    has_yahtzee = not closed >> YAHTZEE & 1

    def start() -> Position:
        return Position(0, ROLLS, closed, 0, 0, 0, 0)

    def turn(p: Position) -> int:
        return CHANCE if p.hand < FULL else 0

    def is_over(p: Position) -> bool:
        return p.used == ALL

    def is_extra(p: Position) -> bool:
        """Return whether the dice are a yahtzee, and its box is filled."""
        return bool(has_yahtzee and p.used >> YAHTZEE & 1 and FACE[p.hand - FULL] >= 0)

    def moves(p: Position) -> Iterator[int]:
        hand = p.hand - FULL
        first, last = 0, len(BOXES)
        if forced and is_extra(p):
            face = FACE[hand]
            if not p.used >> face & 1:
                first, last = face, face + 1
            elif p.used >> THREE != ALL >> THREE:
                first = THREE
        for box in range(first, last):
            if not p.used >> box & 1:
                yield SCORE + box
        if p.rolls > 0:
            for place in range(FIRST_KEEP[hand], FIRST_KEEP[hand + 1]):
                yield KEEPS[place]

    def chances(p: Position) -> Iterator[tuple[int, float]]:
        for place in range(FIRST_ROLL[p.hand], FIRST_ROLL[p.hand + 1]):
            yield ROLLED[place], CHANCES[place]

    def worth(p: Position, box: int) -> int:
        """Return what the dice score in a box, without bonuses."""
        if is_extra(p) and p.used >> FACE[p.hand - FULL] & 1:
            return int(JOKERS[p.hand - FULL, box])
        return int(SCORES[p.hand - FULL, box])

    def play(p: Position, move: int) -> Position:
        if p.hand < FULL:
            return Position(move, p.rolls - 1, p.used, p.upper, p.bonus, p.points, p.boxes)
        if move < FULL:
            return Position(move, p.rolls, p.used, p.upper, p.bonus, p.points, p.boxes)
        box = move - SCORE
        scored = worth(p, box)
        points, upper, bonus = p.points + scored, p.upper, p.bonus
        if box < THREE:
            upper = min(p.upper + scored, UPPER_GOAL)
            if upper == UPPER_GOAL > p.upper:
                points += UPPER_BONUS
        if p.bonus and FACE[p.hand - FULL] >= 0:
            points += YAHTZEE_BONUS
        if box == YAHTZEE and scored > 0:
            bonus = 1
        boxes = p.boxes | scored // UNITS[box] << SHIFTS[box]
        return Position(0, ROLLS, p.used | 1 << box, upper, bonus, points, boxes)

    def utility(p: Position, player: int) -> int:
        return p.points

    def banked(p: Position, player: int) -> int:
        return p.points

    def stage(p: Position) -> int:
        return p.used

    def key(p: Position) -> int:
        """Return what the future depends on: of the upper total only whether, and with how much, the bonus can come."""
        upper = p.upper if p.upper + OPEN_UPPER[p.used & 63] >= UPPER_GOAL else UPPER_GOAL
        return p.hand | p.rolls << 9 | p.used << 11 | upper << 24 | p.bonus << 30

    def bounds(p: Position, player: int) -> tuple[float, float]:
        left = MOST_LEFT[p.used] + UPPER_BONUS
        if has_yahtzee:
            left += YAHTZEE_BONUS * (len(BOXES) - p.used.bit_count())
        return p.points, p.points + left

    def bonus_hope(p: Position, ahead: float) -> float:
        """Return what to expect of the upper bonus, with this many points more than three dice in each upper box."""
        if p.upper == UPPER_GOAL or p.upper + OPEN_UPPER[p.used & 63] < UPPER_GOAL:
            return 0.0
        return min(max(BONUS_PAR + ahead, 0.0), MOST_HOPE * UPPER_BONUS)

    def evaluate(p: Position, player: int) -> float:
        """Return the points so far and what to expect: of this turn in the best box, and of the other open boxes."""
        ahead = float(p.upper - UPPER_PAR[p.used & 63])
        best = 0.0
        for box in range(len(BOXES)):
            if not p.used >> box & 1:
                hope = HOPES[p.rolls, p.hand, box]
                more = hope - 3 * (box + 1) if box < THREE else 0.0
                best = max(best, PAR_LEFT[p.used] - PARS[box] + hope + bonus_hope(p, ahead + more))
        again = YAHTZEE_BONUS / UNITS[YAHTZEE] * HOPES[p.rolls, p.hand, YAHTZEE] if p.bonus else 0.0
        return float(p.points + best + again)

    def card(p: Position) -> dict[int, int]:
        """Return the scores of the boxes that were filled."""
        filled = [box for box in range(len(BOXES)) if (p.used & ~closed) >> box & 1]
        return {box: (p.boxes >> SHIFTS[box] & (1 << BITS[box]) - 1) * UNITS[box] for box in filled}

    def extra(p: Position) -> int:
        """Return the points from bonuses for another yahtzee."""
        return p.points - sum(card(p).values()) - (UPPER_BONUS if p.upper == UPPER_GOAL else 0)

    def write(p: Position) -> str:
        boxes = [f"{BOXES[box]}={points}" for box, points in card(p).items()]
        bonus = [f"bonus={extra(p)}"] if extra(p) else []
        return " ".join(["".join(map(str, HANDS[p.hand])) or "-", str(p.rolls), *boxes, *bonus])

    def read(text: str) -> Position:
        dice, rolls, *rest = text.split() if len(text.split()) > 1 else (text, "")
        hand = tuple(sorted(int(die) for die in dice if die.isdecimal()))
        if hand not in NUMBER or dice != "-" and len(hand) != len(dice):
            raise ValueError(f"the dice must be up to five faces, such as 33456, or -, got {dice!r}")
        if rolls not in ("0", "1", "2", "3"):
            raise ValueError(f"after the dice the rolls left are expected, 0 to 3, got {rolls!r}")
        left = int(rolls)
        if left == ROLLS and hand or left == 0 and len(hand) < DICE:
            raise ValueError(f"{left} rolls cannot be left with {len(hand)} dice on the table")
        p, bonus = start()._replace(hand=NUMBER[hand], rolls=left), 0
        for part in rest:
            name, _, number = part.partition("=")
            points = int(number) if number.isdecimal() else -1
            if name == "bonus" and points % YAHTZEE_BONUS == 0:
                bonus = points
                continue
            box = BOXES.index(name) if name in BOXES else -1
            if box < 0 or p.used >> box & 1 or points not in {*SCORES[:, box].tolist(), *JOKERS[:, box].tolist()}:
                raise ValueError(f"an open box and a score that it can have are expected, such as ones=3, got {part!r}")
            upper = min(p.upper + points, UPPER_GOAL) if box in UPPER else p.upper
            gained = points + (UPPER_BONUS if upper == UPPER_GOAL > p.upper else 0)
            p = p._replace(
                used=p.used | 1 << box,
                upper=upper,
                bonus=1 if box == YAHTZEE and points else p.bonus,
                points=p.points + gained,
                boxes=p.boxes | points // UNITS[box] << SHIFTS[box],
            )
        if bonus and (not p.bonus or bonus > YAHTZEE_BONUS * (len(rest) - 2)):
            raise ValueError(f"a bonus of {bonus} needs a yahtzee that scored 50 and a box for each further one")
        if p.used == ALL and hand:
            raise ValueError("all boxes are filled, so no dice are on the table")
        return p._replace(points=p.points + bonus)

    def box_text(p: Position, box: int) -> str:
        filled = card(p)
        return str(filled[box]) if box in filled else "-" if closed >> box & 1 else ""

    def show(p: Position) -> str:
        lines = []
        for upper, lower in itertools.zip_longest(UPPER, LOWER):
            sides = [f"{spaced(BOXES[box]):<16}{box_text(p, box):>3}" for box in (upper, lower) if box is not None]
            lines.append("    ".join(sides if upper is not None else [f"{f'upper {p.upper} of 63':<19}", *sides]))
        lines.append("")
        lines.append(f"points {p.points}    {' '.join(map(str, HANDS[p.hand])) or 'no dice'}    rolls left: {p.rolls}")
        return "\n".join(lines)

    def board(p: Position) -> Board:
        """Return the dice above a card of boxes; touch the dice to keep, then the cup to roll, or a box to score."""
        hand = HANDS[p.hand]
        dice = [Cell(f"die {i + 1}", i, 0, "round") for i in range(DICE)]
        rolls = 0 if p.used == ALL else p.rolls
        cup = Cell("roll", 5.75, 0, "square", "light" if rolls else "plain", 1.5)
        pieces = [Piece(f"die {i + 1}", "die", "light", str(face), f"shows {face}") for i, face in enumerate(hand)]
        pieces.append(Piece("roll", "text", "dark" if rolls else "light", "roll", "cup"))
        boxes, labels = [], [Label(5.75, 0.75, f"{rolls} left")] if p.used != ALL else []
        if rolls and p.hand >= FULL:
            labels.append(Label(2, 0.75, "touch the dice to keep"))
        for box in range(len(BOXES)):
            x, y = (2.25, 1.5 + 0.9 * box) if box in UPPER else (6, 1.5 + 0.9 * (box - 6))
            boxes.append(Cell(spaced(BOXES[box]), x, y, "square", "plain" if p.used >> box & 1 else "light", 1, 0.8))
            labels.append(Label(x - 1.75, y, spaced(BOXES[box])))
            if text := box_text(p, box):
                pieces.append(Piece(spaced(BOXES[box]), "text", "light", text, text))
        labels.append(Label(1.25, 1.5 + 0.9 * 6, f"{p.points} points"))
        touch: dict[int, tuple[str, ...]] = {}
        for move in moves(p) if p.hand >= FULL and p.used != ALL else ():
            if move >= SCORE:
                touch[int(move)] = (spaced(BOXES[move - SCORE]),)
            else:
                touch[int(move)] = (*(f"die {i + 1}" for i in places_of(HANDS[move], hand)), "roll")
        return Board([*dice, cup, *boxes], pieces, labels, touch, ground="felt")

    def move_name(p: Position, move: int) -> str:
        if p.hand < FULL:
            return "".join(str(face) for face in (Counter(HANDS[move]) - Counter(HANDS[p.hand])).elements())
        if move >= SCORE:
            return BOXES[move - SCORE]
        return "keep-" + ("".join(map(str, HANDS[move])) or "none")

    def read_move(p: Position, text: str) -> int:
        name = "-".join(text.lower().replace("-", " ").split())
        if name in BOXES:
            return SCORE + BOXES.index(name)
        digits = sorted(int(letter) for letter in text if letter.isdecimal())
        hand = tuple(sorted([*HANDS[p.hand], *digits])) if p.hand < FULL else tuple(digits)
        if hand not in NUMBER or not (digits or name == "keep-none"):
            raise ValueError(f"expected dice, such as keep-33, or a box, such as {BOXES[HOUSE]}, got {text!r}")
        return NUMBER[hand]

    return Game.of(locals())


def spaced(name: str) -> str:
    """Return the name of a box as people read it."""
    return name.replace("-", " ")


def places_of(kept: tuple[int, ...], hand: tuple[int, ...]) -> list[int]:
    """Return which dice of a hand are kept: of equal ones the first."""
    places: list[int] = []
    for face in kept:
        places.append(next(i for i, each in enumerate(hand) if each == face and i not in places))
    return places
