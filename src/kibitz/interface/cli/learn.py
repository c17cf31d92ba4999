"""The command `learn`: an evaluation for any game, found by playing."""

from pathlib import Path

import click

from kibitz.interface.cli.arguments import example, game_argument, json_option, print_json
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, complain, say
from kibitz.learning.learn import NODES, learn
from kibitz.learning.progress import Now, Step
from kibitz.loader import load


@click.command(epilog=example("learn breakthrough:columns=5,rows=5 --minutes 1"))
@game_argument
@click.option("--minutes", type=float, help="Learn for this long; by default 5 minutes.")
@click.option("--games", type=int, help="Learn from this many games; with --jobs 1 and a seed, a run can be repeated.")
@click.option(
    "--hidden",
    type=int,
    help="Learn a net with this many hidden units, a multiple of 8; 0 learns a linear model. "
    "By default 32, or 0 if there are more than 4,096 features.",
)
@click.option(
    "--outputs",
    type=click.IntRange(1, 2),
    default=1,
    help="With 2, give the net a second output for positions with few active features.",
)
@click.option(
    "--squared",
    is_flag=True,
    help="Square the activations of a net's hidden units.",
)
@click.option(
    "--nodes", type=int, default=NODES, show_default=True, help="In self-play, search this many nodes a move."
)
@click.option(
    "--grain",
    type=float,
    help="Round evaluations to multiples of this many points; coarser ones are searched faster.",
)
@click.option(
    "--hope",
    type=float,
    default=0.0,
    help="For linear models learned by temporal differences: the initial value of every position.",
)
@click.option("--every", is_flag=True, help="In self-play, learn also from positions in which the best move is noisy.")
@click.option("--seed", type=int, default=0, show_default=True, help="For openings, dice and the first weights.")
@click.option("--jobs", type=int, help="Use this many threads; by default one for each processor.")
@click.option("--out", type=click.Path(path_type=Path), help="The file of weights; by default GAME.weights.")
@json_option
def command(
    game_spec: str,
    minutes: float | None,
    games: int | None,
    hidden: int | None,
    outputs: int,
    squared: bool,
    nodes: int,
    grain: float | None,
    hope: float,
    every: bool,
    seed: int,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Learn an evaluation by playing, and write it to a file of weights.

    Play with it as GAME:weights=FILE, in every command. An interrupted run resumes when the same command is given
    again. Games of two players without chance learn from games of the engine against itself, all others from
    the differences between one prediction and the next.
    """
    game = load(game_spec)
    with stoppable() as stop, Progress(f"preparing {game.name}") as progress:

        def tell(now: Now) -> None:
            progress.tell(now.describe())

        def told(step: Step) -> None:
            if not as_json:
                progress.say(step.describe())

        def noted(note: str) -> None:
            if not as_json:
                progress.say(note)

        found = learn(
            game,
            minutes=minutes,
            games=games,
            hidden=hidden,
            outputs=outputs,
            squared=squared,
            nodes=nodes,
            grain=grain,
            hope=hope,
            every=every,
            out=out,
            seed=seed,
            jobs=jobs,
            stop=stop,
            tell=tell,
            told=told,
            noted=noted,
        )
    if as_json:
        print_json(found.to_json())
    else:
        say(found)
    if not found.finished:
        complain("kibitz: stopped; the same command resumes the run")
        raise click.exceptions.Exit(INTERRUPTED)
