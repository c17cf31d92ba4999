"""Pac-Man: eat all the food in a maze, and stay away from the ghosts.

Pac-Man is player 0 and the ghosts are players 1, 2, …, in the order in which the layout has them, row by row. They move
in turn, one cell at a time, so two who come from opposite sides meet and never swap cells. The score is Pac-Man's, and
each ghost wants it low:

    food +10    each of Pac-Man's moves −1    all food eaten +500    caught −500    a scared ghost eaten +200

Pac-Man moves in any open direction or stops, which costs a step like any other move. He first eats what lies in the
cell; the last food wins, whoever is there. Then he meets the ghosts in the cell: he eats those that are scared, and any
other catches him. A ghost that moves to Pac-Man's cell meets him in the same way.

A ghost does not turn back unless there is no other way; from its start it goes anywhere. A capsule scares all ghosts
for 40 of their own turns. A scared ghost is half as fast: it waits whenever an odd number of these turns is left, so it
moves on the first and waits on the second. One that is eaten returns to its start and is not scared any more.

The game also ends, with the score so far, when Pac-Man has moved 500 times. There is no chance in these rules: whether
a ghost plays best, moves at random or follows `policy` is an option of the search.
"""

from collections.abc import Iterator

from kibitz.bits import each, replaced
from kibitz.game import Game
from kibitz.games.pacman.maze import BLOCKED, maze_of
from kibitz.games.pacman.position import EAST, STOP, WORD, Ghost, Position, has, without
from kibitz.games.pacman.text import text_rules

FOOD, STEP, WIN, LOSS, EATEN = 10, 1, 500, 500, 200
LIKELY = 4
"""How many times as likely as other moves a ghost's `policy` makes those that approach, or flee when it is scared."""

# The evaluation, in points. It is always far above being caught.
PULL = 9  # the cost of the longest way to the nearest food; no more than eating brings, so that eating always pays
ROOM, CRAMPED = 12, 6  # cells that Pac-Man should reach before any ghost, and the cost of each that is missing
HUNT, CHASE = 60, 4  # what a scared ghost is worth, and how much less with each step to it


def game(layout: str = "small", scared: int = 40, steps: int = 500) -> Game[Position]:
    """Play in a layout: small, medium, trapped, open or a file.

    scared: for how many of their turns a capsule scares the ghosts.
    steps: how many moves Pac-Man has; 0 is no limit.
    """
    if not 0 <= scared <= 1000:
        raise ValueError(f"scared must be 0 to 1000 turns, got {scared}")
    if not 0 <= steps <= 1_000_000:
        raise ValueError(f"steps must be 0 (no limit) to 1000000, got {steps}")
    maze = maze_of(layout)
    homes, beyond, exits, distance = maze.ghosts, maze.beyond, maze.exits, maze.distance
    pull = PULL / int(distance.max())
    players = 1 + len(homes)
    alone = players == 1  # known when compiling, so that what ghosts do is left out
    player_names = ("Pac-Man", *(f"ghost {number}" for number in range(1, players)))
    teams = (0, *(1 for _ in homes))
    objective, counted_in = "score", "points"

    at_most = f"The game also ends after {steps} of your moves." if steps else ""
    how_to_play = f"""
    You are Pac-Man. Eat all the food in the maze: each pellet brings {FOOD} points, and the last one {WIN}
    more. Each of your moves costs {STEP} point, and being caught by a ghost costs {LOSS} and ends the game. A
    large pill scares the ghosts for {scared} of their moves: they are slower then, and each one that you eat
    brings {EATEN} points. Ghosts turn back only in dead ends. {at_most}
    """

    def start() -> Position:
        ghosts = tuple(Ghost(cell, STOP, 0) for cell in homes)
        return Position(maze.pacman, EAST, ghosts, maze.food, maze.capsules, 0, steps or -1, 0, 0)

    def turn(p: Position) -> int:
        return p.player

    def moves(p: Position) -> Iterator[int]:
        if alone or p.player == 0:
            for direction in range(4):
                if beyond[p.pacman][direction] != BLOCKED:
                    yield direction
            yield STOP
        else:
            cell, facing, left = p.ghosts[p.player - 1]
            if left % 2 == 1 or exits[cell] == 0:
                yield STOP
            else:
                back = (facing + 2) % 4 if facing != STOP and exits[cell] > 1 else STOP
                for direction in range(4):
                    if beyond[cell][direction] != BLOCKED and direction != back:
                        yield direction

    def play(p: Position, move: int) -> Position:
        return pacman_moves(p, move) if alone or p.player == 0 else ghost_moves(p, move)

    def pacman_moves(p: Position, move: int) -> Position:
        cell = beyond[p.pacman][move]
        facing = p.facing if move == STOP else move
        ghosts, food, capsules, points = p.ghosts, p.food, p.capsules, p.points - STEP
        if has(food, cell):
            food = without(food, cell)
            points += FOOD
        if has(capsules, cell):
            capsules = without(capsules, cell)
            ghosts = tuple(ghost._replace(scared=scared) for ghost in ghosts)
        caught = 0
        if not any(food):
            points += WIN
        else:
            for number, ghost in enumerate(ghosts):
                if ghost.cell == cell:
                    if ghost.scared > 0:
                        ghosts = replaced(ghosts, number, Ghost(homes[number], STOP, 0))
                        points += EATEN
                    else:
                        caught = 1
        clock = p.clock - 1 if p.clock > 0 else p.clock
        return Position(cell, facing, ghosts, food, capsules, points - LOSS * caught, clock, caught, 1 % players)

    def ghost_moves(p: Position, move: int) -> Position:
        number, player = p.player - 1, (p.player + 1) % players
        ghost = p.ghosts[number]
        cell, facing = (ghost.cell, ghost.facing) if move == STOP else (beyond[ghost.cell][move], move)
        points, caught = p.points, 0
        moved = Ghost(cell, facing, max(ghost.scared - 1, 0))
        if cell == p.pacman:
            if ghost.scared > 0:
                moved = Ghost(homes[number], STOP, 0)
                points += EATEN
            else:
                caught = 1
        ghosts = replaced(p.ghosts, number, moved)
        return p._replace(ghosts=ghosts, points=points - LOSS * caught, caught=caught, player=player)

    def is_over(p: Position) -> bool:
        return p.caught == 1 or p.clock == 0 or not any(p.food)

    def utility(p: Position, player: int) -> int:
        return p.points if player == 0 else -p.points

    def nearest_food(p: Position) -> int:
        """Return how far the nearest food is."""
        nearest = len(exits)
        for number, word in enumerate(p.food):
            for bit in each(word):
                nearest = min(nearest, int(distance[p.pacman, number * WORD + bit]))
        return nearest

    def room(p: Position) -> int:
        """Return how many cells Pac-Man reaches before every ghost that could catch him, counted up to ROOM."""
        cells = 0
        for cell in range(len(exits)):
            far = distance[p.pacman, cell]
            if all(ghost.scared > 0 or far < distance[ghost.cell, cell] for ghost in p.ghosts):
                cells += 1
                if cells == ROOM:
                    break
        return cells

    def evaluate(p: Position, player: int) -> float:
        """Return the score, less for far food and little room, more for scared ghosts that can be reached in time."""
        worth = p.points - pull * nearest_food(p) - CRAMPED * (ROOM - room(p))
        for ghost in p.ghosts:
            far = int(distance[p.pacman, ghost.cell])
            if far < ghost.scared:
                worth += max(0, HUNT - CHASE * far)
        return worth if player == 0 else -worth

    def policy(p: Position, move: int) -> int:
        """Return the weight of a ghost's move: most approach Pac-Man, or flee when they are scared."""
        if alone or p.player == 0 or move == STOP:
            return 1
        ghost = p.ghosts[p.player - 1]
        closer = distance[beyond[ghost.cell][move], p.pacman] < distance[ghost.cell, p.pacman]
        return LIKELY if closer == (ghost.scared == 0) else 1

    return Game.of({**locals(), **text_rules(maze, scared, steps, moves)})
