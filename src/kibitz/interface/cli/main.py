"""The program `kibitz`: one command for each thing to do with a game.

Errors are one line on standard error and exit code 2; with --json standard output holds nothing but JSON.
"""

import io
import json
import os
import sys
import threading
from pathlib import Path
from typing import Annotated, Any

import typer

import kibitz
from kibitz.arena.player import player_from
from kibitz.errors import KibitzError, OptionError, did_you_mean
from kibitz.fault import blamed
from kibitz.files import write_file
from kibitz.game import Game
from kibitz.interface.cli.arguments import (
    BAD_INPUT,
    AlgorithmOption,
    DeepeningOption,
    GameArgument,
    JsonOption,
    KeepLeastOption,
    KeepRateOption,
    MovesOption,
    PlainOption,
    PlayerOption,
    PositionOption,
    TableOption,
    ThreadsOption,
    answer_batch,
    batch_lines,
    is_time,
    line_of,
    place,
    print_json,
    print_score,
)
from kibitz.interface.cli.interrupt import INTERRUPTED, Terminated, guarded, state, stoppable
from kibitz.interface.cli.match import match_command
from kibitz.interface.cli.serve import serve_command
from kibitz.interface.cli.solve import solve_command
from kibitz.interface.cli.terminal import Progress, complain, count, one_line, say, short_warnings, visible
from kibitz.interface.cli.tune import tune_command
from kibitz.interface.cli.uci import uci_command
from kibitz.loader import built_in, built_in_names, load, parameters_of
from kibitz.score import number
from kibitz.search.analyze import (
    ENGINE,
    SELECTIVE,
    analyze,
    builder_of,
    default_algorithm,
    keep_of,
    textbook_algorithm,
)
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.explain import audit as questions
from kibitz.search.explain import trace as tracing
from kibitz.search.limit import Limit
from kibitz.search.result import Result
from kibitz.search.textbook.keep import Keep
from kibitz.state import keys_of

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Kibitz plays, analyses and explains any turn-based game written as a few plain Python functions.",
    epilog="Start with: kibitz analyze connect-four --depth 10",
)


def main() -> None:
    """Run the program, and turn every expected error into one line and an exit code."""
    short_warnings()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    command = typer.main.get_command(app)
    code = 0
    try:
        with guarded(), command.make_context("kibitz", sys.argv[1:] or ["--help"]) as context:
            command.invoke(context)
    except BaseException as error:
        code = explained(error)
    if state.left_behind:  # what still runs would crash while Python cleans up
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def explained(error: BaseException) -> int:
    """Print in one line what is wrong, and return the exit code; what is kibitz's own mistake is raised again."""
    if isinstance(error, typer.Exit):
        return error.exit_code
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has gone; Python must not complain about it at exit.
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return 1
    text = blamed(error)
    if isinstance(error, KeyboardInterrupt) and text is None:
        complain("kibitz: interrupted")
        return 128 + error.number if isinstance(error, Terminated) else INTERRUPTED
    if isinstance(error, KibitzError):
        text = str(error)
    elif hasattr(error, "format_message"):
        text = with_hint(error.format_message())
    elif isinstance(error, OSError) and text is None:
        text = f"cannot write the output: {error.strerror}"
    if text is None:
        raise error
    complain(f"kibitz: {one_line(text)}")
    return BAD_INPUT


def with_hint(text: str) -> str:
    """Add the nearest command to a complaint about an unknown one."""
    if "No such command" in text and "id you mean" not in text:
        word = text.split("'")[1] if "'" in text else ""
        return text.rstrip(".") + did_you_mean(word, [c.name or c.callback.__name__ for c in app.registered_commands])  # type: ignore[union-attr]
    return text


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        say(f"kibitz {kibitz.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Kibitz plays, analyses and explains any turn-based game written as a few plain Python functions."""


@app.command(epilog="Example: kibitz games --json")
def games(as_json: JsonOption = False) -> None:
    """List the built-in games with their parameters."""
    rows: list[dict[str, Any]] = []
    for name in built_in_names():
        game = load(name)
        factory = vars(built_in(name)).get("game")
        defaults = {key: value.default for key, value in parameters_of(factory).items()} if factory else {}
        rows.append({"name": name, "about": game.about, "players": game.players, "parameters": defaults})
    if as_json:
        for row in rows:
            print_json(row)
        return
    for row in rows:
        say(f"{row['name']:<18} {row['about']}")
        listed = ", ".join(f"{key}={text_of(value)}" for key, value in row["parameters"].items())
        say(f"{'':<18} {row['players']} players{'; ' + listed if listed else ''}")


def text_of(value: Any) -> str:
    """Write a parameter's value as it is typed."""
    return (
        ",".join(map(str, value))
        if isinstance(value, tuple)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )


def rates_of(text: str | None) -> list[float] | None:
    """Read keep rates: one, or one for each ply with commas between."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"a keep rate must be a number, or several with commas between, got {text!r}") from None


@app.command("analyze", epilog='Example: kibitz analyze connect-four --moves "4 4 3" --depth 12 --lines 3')
def analyze_command(
    game_spec: GameArgument,
    position: PositionOption = None,
    moves: MovesOption = None,
    algorithm: AlgorithmOption = None,
    player: PlayerOption = None,
    depth: Annotated[int | None, typer.Option(help="Plies to search; by a textbook algorithm, alone, at once.")] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Seconds to search, depth after depth. Without any limit: 1.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes to search, depth after depth.")] = None,
    keep_rate: KeepRateOption = None,
    keep_least: KeepLeastOption = None,
    deepening_depth: DeepeningOption = None,
    lines: Annotated[int, typer.Option(help="Show this many moves with exact scores.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Choose at random among equally good moves.")] = None,
    threads: ThreadsOption = 1,
    table: TableOption = MEGABYTES,
    exact: Annotated[
        bool, typer.Option("--exact", help="The engine: minimax's score at the depth, nothing reduced or guessed.")
    ] = False,
    without: Annotated[
        str | None, typer.Option(help="The engine: techniques to do without: reductions,null-move.")
    ] = None,
    level: Annotated[int | None, typer.Option(help="The engine: how strong, from 1 to 10.")] = None,
    plain: PlainOption = False,
    batch: Annotated[
        str | None, typer.Option(help="A file (-: standard input) with moves on each line; JSON lines out.")
    ] = None,
    batch_positions: Annotated[
        bool, typer.Option("--batch-positions", help="Lines of the batch are positions.")
    ] = False,
    why: Annotated[str | None, typer.Option(help="Answer also: why not this move?")] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="RB: compare with the full search; with --batch, a table.")
    ] = False,
    audit_rates: Annotated[str, typer.Option(help="The keep rates of that table.")] = "0.2,0.3,0.5,0.7,0.9",
    trace: Annotated[
        Path | None, typer.Option(help="Write every node of the search to this file, as JSON lines.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the best move in a position, its score and the line of best play."""
    limit = Limit(depth, seconds, nodes)
    game = load(game_spec)
    settings: dict[str, Any] = {
        "algorithm": algorithm,
        "limit": limit,
        "player": player,
        "compiled": False if plain else None,
        "keep_rate": rates_of(keep_rate),
        "keep_least": keep_least,
        "deepening_depth": deepening_depth,
        "lines": lines,
        "seed": seed,
        "threads": threads,
        "table": table,
        "exact": exact,
        "without": [name.strip() for name in without.split(",")] if without else (),
        "level": level,
    }
    if trace is not None:
        settings["algorithm"] = algorithm = algorithm or textbook_algorithm(game)
    if (audit or trace is not None) and (depth is None or seconds is not None or nodes is not None):
        raise OptionError(f"{'--audit' if audit else '--trace'} is of one search: give --depth, and no other limit")
    if batch is not None:
        if why is not None or trace is not None:
            raise OptionError("--why and --trace are of one position, not of a --batch")
        if audit:
            if keep_rate is not None:
                raise OptionError("the table of an audit has its own rates: give --audit-rates instead of --keep-rate")
            rates = rates_of(audit_rates) or []
            run_audit_table(game, batch_places(game, batch, batch_positions), settings, rates, as_json)
        else:
            run_batch(game, batch, batch_positions, position, moves, settings)
        return
    positions = line_of(game, position, moves)
    p = positions[-1]
    asked = game.read_move(p, why) if why is not None else None
    with stoppable() as stop, Progress(f"compiling {game.name}") as progress:

        def tell(nodes: int, depth: int) -> None:
            progress.tell(f"depth {depth}: {count(nodes)} nodes")

        history = keys_of(game, positions[:-1])
        result = analyze(game, p, **settings, history=history, stop=stop, tell=tell)
        extras: dict[str, Any] = {}
        speed = {"compiled": settings["compiled"]}
        if asked is not None:
            extras["why"] = questions.why(game, result, asked, **speed)
        if audit:
            keep = keep_of(result.algorithm, settings["keep_rate"], keep_least, deepening_depth)
            options = {**speed, "player": result.player}
            extras["audit"] = questions.audit(game, p, result.algorithm, result.depth, keep or Keep(), **options)
    if trace is not None:
        filters = (settings["keep_rate"], keep_least, deepening_depth)
        nodes_found = tracing.trace(game, p, algorithm, result.depth, player, *filters).nodes
        write_out("\n".join(json.dumps(node.to_json(), ensure_ascii=False) for node in nodes_found), trace)
    if as_json:
        print_json({**result.to_json(), **{name: extra.to_json() for name, extra in extras.items()}})
        return
    print_result(game, result, lines)
    if asked is not None:
        say(f"\nwhy not {why}?\n{extras['why'].sentence(game.label(result.player))}")
    if audit:
        print_audit(extras["audit"])


def print_audit(found: questions.Audit) -> None:
    """Show an audit to a person."""
    kept, full = found.kept, found.full
    say(f"\naudit against {full.algorithm}, depth {full.depth}")
    same = (
        "the same move" if not found.move_changed else f"another move: {kept.names.move} instead of {full.names.move}"
    )
    cost = f", which costs {found.loss}" if found.loss else ", equally good" if found.move_changed else ""
    say(f"{'move':<10} {same}{cost}")
    say(f"{'score':<10} {kept.score}" + (f" instead of {full.score}" if found.score_changed else ", the same"))
    saved = f"{abs(found.saved):.0%} {'saved' if found.saved >= 0 else 'more'}"
    say(f"{'nodes':<10} {kept.nodes:,} of {full.nodes:,}: {saved}")
    if found.missed:
        say(f"{'missed':<10} {found.missed} was dropped at the root")
    for harm in found.harm:
        dropped = f", it drops {harm.dropped} of the best line" if harm.dropped else ""
        say(f"{'harm':<10} at ply {harm.ply} the filter alone gives {harm.move}, score {harm.score}{dropped}")
    if not found.harm:
        say(f"{'harm':<10} at no ply does the filter alone change move or score")


def batch_places(game: Game[Any], file: str, positions: bool) -> list[Any]:
    """Read all positions of a batch; a bad line is an error."""
    places = []
    for row, line in enumerate(batch_lines(file), 1):
        try:
            places.append(place(game, line, None) if positions else place(game, None, line))
        except KibitzError as error:
            raise OptionError(f"line {row}: {error}") from error
    return places


def run_audit_table(
    game: Game[Any], places: list[Any], settings: dict[str, Any], rates: list[float], as_json: bool
) -> None:
    """Show what each keep rate saves and costs over many positions."""
    if not places:
        raise OptionError("the batch is empty: an audit needs positions")
    algorithm = settings["algorithm"] or ""
    if algorithm not in SELECTIVE:
        raise OptionError(f"an audit is of {' or '.join(SELECTIVE)}; choose one with --algorithm")
    keep = keep_of(algorithm, None, settings["keep_least"], settings["deepening_depth"]) or Keep()
    with stoppable() as stop, Progress("comparing") as progress:
        depth = settings["limit"].depth
        rows = questions.audit_table(game, places, algorithm, depth, keep, rates, stop, progress.tell)
    if as_json:
        for row in rows:
            print_json(row._asdict())
        return
    say("| keep rate | positions | nodes saved | moves changed | worse moves | scores changed |")
    say("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        changed = f"{row.moves_changed} | {row.moves_worse} | {row.scores_changed}"
        say(f"| {row.keep_rate} | {row.positions} | {row.saved:.0%} | {changed} |")


def run_batch(
    game: Game[Any],
    file: str,
    positions: bool,
    position: str | None,
    moves: str | None,
    settings: dict[str, Any],
) -> None:
    """Analyse every line of a file; a bad line is told, and the exit code says so at the end."""
    if position is not None or moves is not None:
        raise OptionError("--batch reads its positions from the file, so --position and --moves do not go with it")
    algorithm = settings["algorithm"] or default_algorithm(game)
    if algorithm != ENGINE:
        builder_of(game, algorithm)

    def answer(positions: list[Any], stop: threading.Event) -> Result:
        *before, p = positions
        return analyze(game, p, **settings, history=keys_of(game, before), stop=stop)

    answer_batch(game, file, positions, answer)


def print_result(game: Game[Any], result: Result, lines: int) -> None:
    """Show a result to a person."""
    speed = "compiled" if result.compiled else "plain"
    say(f"{result.game}   {result.algorithm}, {speed}\n")
    say(game.show(result.position))
    mover = game.rules.turn(result.position)
    over = game.is_over(result.position)
    whose = "the game is over" if over else f"{game.label(mover)} to move"
    rate = f", {count(result.nodes / result.seconds)} nodes/s" if result.seconds > 0 else ""
    say(f"\n{'to move':<10} {whose}")
    say(f"{'best move':<10} {result.names.move or '-'}")
    print_score(game, result, "score")
    if result.scores:
        say(f"{'scores':<10} {'  '.join(f'{game.label(i)}: {number(s)}' for i, s in enumerate(result.scores))}")
    say(f"{'line':<10} {' '.join(result.names.pv) or '-'}")
    stopped = "" if result.finished else ", stopped"
    longest = f" (longest line {result.seldepth})" if (result.seldepth or 0) > result.depth else ""
    cost = f"{result.nodes:,} nodes in {result.seconds:.3f} s{rate}"
    say(f"{'searched':<10} depth {result.depth}{longest}{stopped}: {cost}")
    if result.filter_nodes is not None:
        say(f"{'filter':<10} dropped {result.filtered:,} children, spent {result.filter_nodes:,} nodes on sorting")
    if result.compile_seconds >= 0.2:
        say(f"{'compiled':<10} in {result.compile_seconds:.1f} s")
    if lines > 1:
        say()
        signs = {"exact": " ", "lower": "≥", "upper": "≤"}
        for name, found in result.best_moves()[:lines]:
            other = "" if found.depth is None else f"  (depth {found.depth})"
            say(f"{name:>8}  {signs[found.bound]}{number(found.score)}{other}")


SidesHelp = "Who plays: an algorithm with settings (alpha-beta:depth=4), random, or default."


@app.command("play", epilog="Example: kibitz play connect-four --level 3 --side 1")
def play_command(
    game_spec: GameArgument,
    opponent: Annotated[str, typer.Option(help=SidesHelp)] = "default:seconds=1",
    level: Annotated[str | None, typer.Option(help="How strong it plays (the engine), from 1 to 10, or full.")] = None,
    side: Annotated[
        str | None, typer.Option(help="Which players are people, 0 or several (0,2); Kibitz plays the others.")
    ] = None,
    position: PositionOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Makes nature, and the choice among equal moves, repeatable.")
    ] = None,
    ponder: Annotated[
        bool, typer.Option("--ponder/--no-ponder", help="Kibitz thinks on your time too (the engine).")
    ] = False,
    load_file: Annotated[Path | None, typer.Option("--load", help="Go on with a game that was saved.")] = None,
    save_file: Annotated[Path | None, typer.Option("--save", help="Where the game is saved on leaving.")] = None,
) -> None:
    """Play against kibitz in the terminal. Type help there. The game is saved after every move."""
    import random

    from kibitz.interface.cli import play
    from kibitz.interface.cli.paint import show

    game = load(game_spec)
    people = None if side is None else play.people_from(side, game)
    player, chance = player_from(opponent, seed), random.Random(seed)
    player = player if level is None else play.with_level(player, level)
    player.check(game)
    can_save(save_file)
    if load_file is not None and position is not None:
        raise OptionError("a game that is loaded has its position: --load and --position do not go together")
    if load_file is not None:
        table = play.restored(game, load_file, player, chance, people)
    else:
        if position is not None:
            game.read(position)
        table = play.Table(game, player, people or (0,), position, chance)
    table.thinks_ahead = ponder
    file = save_file or load_file or play.default_save(game)
    play.play(table, file, lambda prompt: input(visible(prompt)), show)


def can_save(file: Path | None) -> None:
    """Complain before a game begins, not after it."""
    if file is not None and not file.absolute().parent.is_dir():
        raise OptionError(f"cannot write {file}: there is no folder {file.parent}")


@app.command(
    "watch", epilog="Example: kibitz watch connect-four --first alpha-beta:depth=8 --second rb-alpha-beta:depth=8"
)
def watch_command(
    game_spec: GameArgument,
    first: Annotated[str, typer.Option(help=SidesHelp)] = "default:seconds=0.5",
    second: Annotated[str, typer.Option(help=SidesHelp)] = "default:seconds=0.5",
    moves: MovesOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Makes nature, and the choice among equal moves, repeatable.")
    ] = None,
    delay: Annotated[float, typer.Option(callback=is_time, help="Seconds to look at each move, in a terminal.")] = 0.3,
    most: Annotated[int, typer.Option("--plies", min=1, help="Stop after so many.")] = 200,
    save_file: Annotated[Path | None, typer.Option("--save", help="Write the game's record to this file.")] = None,
) -> None:
    """Two players play each other; the board and what each one thinks, side by side."""
    import random

    from kibitz.interface.cli import watch

    game = load(game_spec)
    names = tuple((moves or "").split())
    positions = game.begin(names).positions
    players = [player_from(first, seed), player_from(second, seed)]
    can_save(save_file)
    for player in players:
        player.check(game)
    watched = watch.Watched(game, players, positions, names=list(names))
    with stoppable() as stop:
        say(watch.watch(watched, random.Random(seed), most, delay, stop))
    if save_file is not None:
        watched.record().save(save_file)


app.command("solve", epilog='Example: kibitz solve connect-four --moves "4 4 4 4 4 2 4"')(solve_command)
app.command(
    "match",
    epilog="Example: kibitz match alpha-beta:depth=4 random --game nim --games 20; chess: also uci:PROGRAM,seconds=0.1",
)(match_command)
app.command("tune", epilog="Example: kibitz tune breakthrough:columns=5,rows=5 --play 100 --nodes 500")(tune_command)
app.command("uci", epilog="Example: cutechess-cli -engine cmd=kibitz arg=uci proto=uci …; docs/uci.md tells more")(
    uci_command
)
app.command("serve", epilog="Example: kibitz serve mygame.py --port 8080")(serve_command)


@app.command("new", epilog="Example: kibitz new mygame.py")
def new_command(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")]) -> None:
    """Write a small commented game to start from; it plays at once."""
    if file.suffix != ".py":
        raise OptionError(f"a game is a Python file, name it {file.name}.py")
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(Path(__file__).with_name("new_game.txt").read_text(encoding="utf-8"))
    except FileExistsError:
        raise OptionError(f"{file} exists already, and is left as it is") from None
    except OSError as error:
        raise OptionError(f"cannot write {file}: {error.strerror}") from error
    say(f"wrote {file}\nplay it: kibitz play {file}\ntest it: kibitz check {file}")


@app.command("tree", epilog='Example: kibitz tree "((3 12 8) (2 4 6) (14 5 2))" --depth 2 --steps')
def tree_command(
    game_spec: GameArgument,
    position: PositionOption = None,
    moves: MovesOption = None,
    algorithm: AlgorithmOption = None,
    player: PlayerOption = None,
    depth: Annotated[int, typer.Option(help="Plies to search.")] = 3,
    keep_rate: KeepRateOption = None,
    keep_least: KeepLeastOption = None,
    deepening_depth: DeepeningOption = None,
    form: Annotated[
        str | None, typer.Option("--format", help="text, svg, dot or html; by default what --output ends in.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
    levels: Annotated[int | None, typer.Option(min=0, help="Plies to draw; by default as many as fit.")] = None,
    width: Annotated[int, typer.Option(min=2, help="Children of a node that are drawn; the rest is folded.")] = 12,
    steps: Annotated[
        bool, typer.Option("--steps", help="Tell the search as a story instead, one line a step.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a search as a tree: windows, scores, best play, and why each branch was cut or filtered."""
    from kibitz.interface import drawing
    from kibitz.interface.page import page
    from kibitz.search.explain.story import steps as story

    known = ("text", "svg", "dot", "html")
    if steps and form is not None:
        raise OptionError("a story is text: --steps and --format do not go together")
    suffix = output.suffix[1:] if output else ""
    form = form or ("text" if steps or suffix in ("", "txt", "jsonl") else suffix)
    if form not in known:
        raise OptionError(f"a format is one of {', '.join(known)}, got {form!r}")
    game = load(game_spec)
    p = place(game, position, moves)
    with stoppable() as stop, Progress("searching") as progress:

        def tell(nodes: int, depth: int) -> None:
            progress.tell(f"{count(nodes)} nodes")

        filters = (rates_of(keep_rate), keep_least, deepening_depth)
        found = tracing.trace(game, p, algorithm, depth, player, *filters, stop=stop, tell=tell)
        if as_json:
            text = "\n".join(json.dumps(node.to_json(), ensure_ascii=False) for node in found.nodes)
        elif steps:
            text = "\n".join(f"{number:>4}  {step.sentence()}" for number, step in enumerate(story(found), 1))
        elif form == "html":
            text = page(found)
        else:
            chosen = drawing.picture(found, levels, width, drawing.MOST_COLUMNS if form == "svg" else None)
            if form == "text" and output is None:
                progress.close()
                drawing.print_text(chosen)
                return
            text = {"svg": drawing.svg, "dot": drawing.dot, "text": drawing.plain}[form](chosen)
    write_out(text, output)


def write_out(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file, whole or not at all."""
    if output is None:
        say(text)
        return
    write_file(output, text + "\n")
    complain(f"wrote {output}")


@app.command("perft", epilog="Example: kibitz perft connect-four --depth 8")
def perft_command(
    game_spec: GameArgument,
    depth: Annotated[int, typer.Option(help="Plies; nature's outcomes count like moves.")] = 4,
    position: PositionOption = None,
    moves: MovesOption = None,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Count the lines of exactly so many plies, move by move: the test of a game's rules.

    The last ply is counted in bulk: its moves are found, not played.
    """
    from kibitz.search.perft import perft

    game = load(game_spec)
    p = place(game, position, moves)
    with stoppable() as stop, Progress(f"compiling {game.name}") as progress:
        found = perft(game, p, depth, False if plain else None, stop, progress.tell)
    if as_json:
        print_json({"game": game.spec(), "position": game.write(p), **vars(found)})
        return
    for name, leaves in found.moves.items():
        say(f"{name:>8} {leaves:>16,}")
    rate = f", {count(found.leaves / found.seconds)} leaves/s" if found.seconds > 0 else ""
    speed = "compiled" if found.compiled else "plain"
    say(f"{'total':>8} {found.leaves:>16,}   depth {depth}, {found.seconds:.3f} s{rate}, {speed}")
    if not found.finished:
        say("         stopped: moves that were not finished are not counted")


@app.command("check", epilog="Example: kibitz check mygame.py --seed 7")
def check_command(
    game_spec: GameArgument,
    seed: Annotated[int, typer.Option(help="Which random games are played.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 50,
    seconds: Annotated[
        float,
        typer.Option(callback=is_time, help="Stop playing after this time; compiled rules are tried as long again."),
    ] = 10.0,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play random games and test what the rules promise. Exit code 1 if a promise is broken."""
    from kibitz.checker import check

    game = load(game_spec)
    with stoppable() as stop, Progress("checking") as progress:
        report = check(game, seed, games, seconds, False if plain else None, stop, progress.tell)
    if as_json:
        print_json(report.to_json())
    else:
        for finding in report.findings:
            say(f"{'BROKEN' if finding.failure else 'note'}  {finding.sentence()}")
        few = "1 random game" if report.games == 1 else f"{report.games} random games"
        played = f"{few}, {report.positions} position{'s' * (report.positions > 1)}, the longest {report.longest} plies"
        speeds = "; plain and compiled rules agree" if report.compiled and not report.failures else ""
        broken = len(report.failures)
        verdict = f"{broken or 'no'} promise{'s' if broken > 1 else ''} broken"
        say(f"{game.spec()}: {verdict} in {played}{speeds}{'; stopped' if stop.is_set() else ''}")
        if report.failures:
            say(f"to repeat it: kibitz check {game_spec} --seed {seed} --games {games}")
    code = 1 if report.failures else INTERRUPTED if stop.is_set() else 0
    if report.hung:  # the thread of a rule that does not return would keep the process
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
    raise typer.Exit(code)


@app.command("bench", epilog="Example: kibitz bench --peers")
def bench_command(
    signature: Annotated[bool, typer.Option("--signature", help="Only the node total over fixed positions.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Only beside other systems, those that are installed.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.01, callback=is_time, help="How long each search is measured.")] = 0.5,
    as_json: JsonOption = False,
) -> None:
    """Measure nodes a second for each game and algorithm, plain and compiled, and beside other systems."""
    from kibitz.interface.cli import bench

    with stoppable() as stop, Progress("measuring") as progress:
        if signature:
            total = bench.signature(progress.tell)
            print_json({"signature": total}) if as_json else say(total)
            return
        for row in bench.rows(peers, seconds, progress.tell, stop):
            print_json(row) if as_json else say(bench.text(row))
