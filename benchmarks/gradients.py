"""Compare how Kibitz fits a model with PyTorch: losses, gradients and a hundred steps of Adam on the same positions.

    pip install torch==2.13.0
    python benchmarks/gradients.py

The same numbers to start from, the same batches of chess positions from random games, the same targets. A row shows the
largest difference of any gradient, relative to the largest gradient, at the start; and after a hundred steps the
difference of the losses and of any weight.
"""

import random

import numpy as np
import torch

import kibitz
from kibitz.compiler.compile import position_kind
from kibitz.compiler.positions import packer
from kibitz.learning.fit import Fit
from kibitz.learning.selfplay import NOTES
from kibitz.model import LINEAR, NET, Form

NETS = [(32, 1, False), (32, 2, False), (128, 1, False), (128, 2, False), (128, 2, True)]
FORMS = [Form(LINEAR, 768), *(Form(NET, 768, hidden, 2, outputs, squared) for hidden, outputs, squared in NETS)]
POSITIONS, BATCH, STEPS = 2048, 256, 100
RATE = 0.001


def main():
    game = kibitz.load("chess:evaluation=hand")
    positions = walk(game, POSITIONS)
    targets = np.random.default_rng(1).random(POSITIONS).astype(np.float32)
    records = records_of(game, positions)
    print(f"PyTorch {torch.__version__}\n\n| model | loss | gradients | loss after {STEPS} steps | weights |")
    print("| --- | --- | --- | --- | --- |")
    for form in FORMS:
        print(row_of(game, form, positions, records, targets), flush=True)


def walk(game, count):
    """Return positions of random games."""
    choose, found = random.Random(1), []
    while len(found) < count:
        p = game.start()
        for _ in range(80):
            moves = game.moves(p)
            if not moves:
                break
            found.append(p)
            p = game.play(p, choose.choice(moves))
    return found[:count]


def records_of(game, positions):
    """Return positions as the records that a fit reads."""
    kind, pack = position_kind(game), packer(position_kind(game))
    records = np.zeros((len(positions), kind.words + NOTES), np.int64)
    for row, p in zip(records, positions, strict=True):
        row[: kind.words] = np.array(pack(p), np.uint64).view(np.int64)
    return records


def row_of(game, form, positions, records, targets):
    """Fit one form of model both ways, and return what differs as a row of the table."""
    fit = Fit(game, form, seed=3)
    fit.sparse = 24 if form.outputs == 2 else 0
    numbers = [torch.tensor(each, requires_grad=True) for each in fit.numbers]
    seen = [[bag(game, p, player) for p in positions] for player in (0, 1)]
    adam = torch.optim.Adam(numbers, lr=RATE, betas=(0.9, 0.999), eps=1e-8)
    fit.steps.rate = RATE
    first = None
    for step in range(STEPS):
        order = np.arange(step * BATCH, (step + 1) * BATCH, dtype=np.int64) % POSITIONS
        ours = fit.learn(records, targets, order)
        adam.zero_grad()
        theirs = loss_of(form, fit.sparse, numbers, positions, seen, targets, order)
        (theirs / 2).backward()
        if first is None:
            slopes = [sum(parts[1:], parts[0]) / BATCH for parts in zip(*fit.slopes, strict=True)]
            pairs = list(zip(slopes, numbers, strict=True))
            apart = max(float(np.abs(one - two.grad.numpy()).max()) for one, two in pairs)
            most = max(float(np.abs(one).max()) for one, _ in pairs)
            first = abs(ours - theirs.item()), apart / most
        adam.step()
    last = abs(ours - theirs.item())
    weights = max(float(np.abs(a - b.detach().numpy()).max()) for a, b in zip(fit.numbers, numbers, strict=True))
    return f"| {form} | {first[0]:.1e} | {first[1]:.1e} | {last:.1e} | {weights:.1e} |"


def bag(game, p, player):
    """Return the features that are on as a player sees them, as PyTorch takes them."""
    return torch.tensor(list(game.rules.features(p, player)))


def loss_of(form, sparse, numbers, positions, seen, targets, order):
    """Return the mean squared error as PyTorch computes it."""
    wanted, outputs = [], []
    for index in map(int, order):
        p, target = positions[index], float(targets[index])
        mover = p.player
        wanted.append(target if mover == 0 else 1 - target)
        views = [seen[mover][index], seen[1 - mover][index]]
        if form.kind == LINEAR:
            outputs.append(numbers[0][views[0]].sum() + numbers[0][-1])
            continue
        first = form.views if form.outputs == 2 and len(views[0]) < sparse else 0
        hidden = [torch.clamp(numbers[0][view].sum(0) + numbers[0][-1], 0, 1) for view in views]
        hidden = [row * row for row in hidden] if form.squared else hidden
        outputs.append(numbers[1][-1, 0] + sum(row @ numbers[1][first + at] for at, row in enumerate(hidden)))
    return ((torch.sigmoid(torch.stack(outputs)) - torch.tensor(wanted)) ** 2).mean()


if __name__ == "__main__":
    main()
