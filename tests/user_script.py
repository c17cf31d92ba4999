"""What a person does with kibitz from Python, with types; `mypy --strict` must have nothing to say about it."""

import kibitz
from kibitz import Board, Engine, FieldResult, Game, Limit, MatchResult, Player, Record, Result, State


def first_move(state: State) -> int:
    return state.moves()[0]


def first_name(state: State) -> str:
    return state.name(state.moves()[0])


def analyze_games() -> Result:
    kibitz.analyze("tic-tac-toe")
    state: State = kibitz.load("connect-four").begin("4 4 3")
    state.play("5")
    moves: list[int] = state.moves()
    state.undo()
    result: Result = kibitz.analyze(state, seconds=0.5, lines=3)
    names: list[str] = [state.name(move) for move in moves]
    print(result, result.names.move in names)
    while not state.over:
        state.play(kibitz.analyze(state, depth=6).move)
    audit: kibitz.Audit = kibitz.audit(state, "rb-minimax", depth=4, keep_rate=0.5)
    print(audit.saved)
    engine: Engine = kibitz.Engine("connect-four", table=16)
    return engine.analyze(state, seconds=1)


def play_matches() -> MatchResult:
    kibitz.match("nim", "engine:depth=4", lambda state: state.moves()[0], games=20)
    kibitz.match("nim", Engine("nim", table=1), first_name, games=2)
    found: MatchResult = kibitz.match("nim", first_move, first_name, games=2)
    return found


def play_rounds() -> FieldResult:
    game = "chinese-checkers:limit=2"
    kibitz.match(game, "random", first_move, first_name, "random", games=12)
    found: FieldResult = kibitz.match(game, "random", Player("random"), first_move, games=3)
    best: str = found.standings[0].name
    mean: float | None = found.contestants[0].rank.mean
    print(best, mean, found.meetings[0].los)
    return found


def keep_a_game() -> tuple[Record, State, Board | None]:
    game: Game[object] = kibitz.load("tic-tac-toe")
    state = game.begin("5 1 9")
    state.undo(2).redo()
    other = state.copy().resign()
    record: Record = other.record(("anna", "ben"))
    again = State.of(record, game).at(1)
    return record, again, again.board


def say_what_is_wrong() -> list[str]:
    said: list[str] = []
    try:
        kibitz.load("tic-tac-toe").begin("10")
    except kibitz.MoveError as error:
        said.append(str(error))
    try:
        kibitz.analyze("nim", depth=2, limit=Limit(nodes=9))
    except kibitz.OptionError as error:
        said.append(str(error))
    return said


def look_closer() -> str:
    trace: kibitz.Trace = kibitz.trace("nim", "minimax", depth=2)
    leaves: int = kibitz.perft("nim", 2).leaves
    for info in kibitz.think("nim", depth=3):
        leaves += info.nodes
    player: Player = Player("random")
    why: kibitz.Why = kibitz.why(trace.result, trace.result.moves[-1].move)
    solved: Result = kibitz.solve("nim", weak=True)
    return f"{trace} {leaves} {player} {why.move} {solved.proven}"


if __name__ == "__main__":
    print(
        analyze_games(),
        play_matches().tally.games,
        play_rounds(),
        keep_a_game(),
        *say_what_is_wrong(),
        look_closer(),
        sep="\n",
    )
