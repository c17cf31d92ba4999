"""Files of weights: a model, the game and the features it was learned for, and how it was learned.

    a line      kibitz weights 1
    a line      JSON: the form, what the file says about itself, and a digest of that and of what follows
    the rest    the numbers, compressed

A digest says what the features are (`layout`), so that weights learned for other features or rules are refused, on
whatever machine.
"""

import hashlib
import json
import zlib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import GameError, KibitzError
from kibitz.files import write_file
from kibitz.game import Game
from kibitz.model import LINEAR, Form, Model
from kibitz.rules import MOST_SCORE

MAGIC = b"kibitz weights 1\n"
SUFFIX = ".weights"
LARGE = 1 << 25
"""Files of more bytes are compressed less, or it would take minutes."""
MOST_HEAD = 1 << 20


def write_model(path: str | Path, model: Model) -> None:
    """Write a model to a file."""
    held = packed(model)
    content = zlib.compress(held, 9 if len(held) < LARGE else 1)
    head = {
        "form": model.form._asdict(),
        "grain": model.grain,
        "middle": model.middle,
        "about": model.about,
        "bytes": len(held),
    }
    head["digest"] = digest_of(head, content)
    write_file(Path(path), MAGIC + json.dumps(head).encode() + b"\n" + content)


def digest_of(head: dict[str, Any], content: bytes) -> str:
    """Return the digest of a file: of what it says about itself, and of its weights."""
    said = json.dumps({name: value for name, value in head.items() if name != "digest"}, sort_keys=True)
    return hashlib.sha256(said.encode() + content).hexdigest()


def packed(model: Model) -> bytes:
    """Return the numbers of a model as a file holds them: the upper bytes of all, then the lower ones."""
    held: Any = np.concatenate([model.block[:8].view(np.uint8), planes(model.bytes[64:], width_of(model.form))])
    return bytes(held.tobytes())


def unpacked(form: Form, held: Any) -> Any:
    """Return the block of a model from what a file holds."""
    width = width_of(form)
    rest = np.ascontiguousarray(held[64:].reshape(width, -1).T).ravel()
    return np.concatenate([held[:64], rest]).view(np.int64)


def planes(numbers: Any, width: int) -> Any:
    """Return bytes reordered: the first of every number, then the second … Such bytes compress better."""
    return np.ascontiguousarray(numbers.reshape(-1, width).T).ravel()


def width_of(form: Form) -> int:
    """Return the bytes of a weight."""
    return 4 if form.kind == LINEAR else 2


def read_model(path: str | Path) -> Model:
    """Read a model from a file; raise a GameError if it is not one, or not complete."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(len(MAGIC))
            if content == MAGIC:  # otherwise it may be without end
                content += file.read()
    except OSError as error:
        raise GameError(f"cannot read {path}: {error.strerror}") from error
    return model_in(content, str(path))


def model_in(content: bytes, path: str) -> Model:
    """Return the model that a file's content is."""
    if not content.startswith(MAGIC):
        older = content.startswith(b"kibitz weights ")
        raise GameError(f"{path} is {'of another version' if older else 'not a file of weights'}; see `kibitz learn`")
    head, newline, rest = content[len(MAGIC) :].partition(b"\n")
    try:
        if not newline or len(head) > MOST_HEAD:
            raise ValueError
        said = json.loads(head)
        if said["digest"] != digest_of(said, rest):
            raise ValueError
        form, grain, about, middle = Form(**said["form"]), float(said["grain"]), dict(said["about"]), said["middle"]
        if middle is not None and (not isinstance(middle, int | float) or not abs(middle) < 1e15):
            raise ValueError
        held = np.frombuffer(zlib.decompress(rest), np.uint8)
        if len(held) != int(said["bytes"]) or not 0 < grain < MOST_SCORE:
            raise ValueError
        form.check()
        if len(held) != form.size:
            raise ValueError
        return Model(form, unpacked(form, held), grain if grain != 1 else 1, middle, about)
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error, OverflowError, RecursionError):
        raise GameError(f"{path} is damaged or not complete: its weights do not match what it says of them") from None
    except KibitzError as error:
        raise GameError(f"{path}: {error}") from None


def with_weights_file(game: Game[Any], path: str) -> Game[Any]:
    """Return a game evaluated by the weights in a file; raise if they were learned for another game."""
    model = read_model(path)
    if "layout" not in model.about:
        raise GameError(f"{path} cannot be used: it does not say for which features it was learned")
    return game.with_learned(model, path)


@cache
def built_in_weights(name: str) -> Model | None:
    """Return the weights that come with kibitz for a game; None if there are none."""
    file = resources.files("kibitz.games").joinpath("weights", name + SUFFIX)
    return model_in(file.read_bytes(), file.name) if file.is_file() else None
