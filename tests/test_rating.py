"""The statistics of a match, against published numbers, hand-made ones and simulations."""

import math
import random

import pytest

from kibitz import OptionError
from kibitz.arena.rating import Count, Sprt, Tally, elo, elo_of, los, mean, score_of, spread

# Results of engine matches as fastchess printed them, found in their authors' logs: pairs, Elo, error, LOS in percent.
PUBLISHED = [
    ((352, 579, 1264, 743, 464), 19.83, 6.77, 100.00),
    ((19, 82, 272, 308, 361), 162.63, 13.49, 100.00),
    ((790, 1759, 3256, 1780, 807), 1.14, 4.04, 70.95),
    ((34, 49, 128, 62, 27), -0.58, 21.41, 47.88),
]


@pytest.mark.parametrize(("pairs", "value", "error", "percent"), PUBLISHED)
def test_published_matches(pairs, value, error, percent):
    found = elo(pairs)
    assert found.value == pytest.approx(value, abs=0.005)
    assert (found.high - found.low) / 2 == pytest.approx(error, rel=0.005)
    assert 100 * los(pairs) == pytest.approx(percent, abs=0.02)


def test_the_published_likelihood_ratio():
    # Fishtest's raw statistics of a test with these pairs, its "alt" approximation between 0 and 2.716 Elo: −0.52194.
    pairs, test = (13, 37, 50, 25, 3), Sprt(0, 2.716)
    bare = sum(pairs) / 2 * math.log(spread(pairs, score_of(0)) / spread(pairs, score_of(2.716)))
    assert bare == pytest.approx(-0.52194, abs=2e-4)
    assert test.llr(pairs) == pytest.approx(bare, rel=0.03)
    assert elo(pairs).value == pytest.approx(-43.6578, abs=1e-3)
    assert (test.lower, test.upper) == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_elo_and_score_are_inverse_and_known():
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    for value in (-700, -3, 0, 12.5, 400):
        assert elo_of(score_of(value)) == pytest.approx(value)
    assert elo_of(0) is elo_of(1) is elo_of(1.2) is elo_of(-0.1) is None


def test_by_hand():
    # Two pairs, 2–0 and 1–1: mean ¾; the imagined pair adds ½ · (¾² + ¼²) to 2 · (¼)², over 3.
    assert mean((0, 0, 1, 0, 1)) == 0.75
    error = math.sqrt(((0.125 + 0.3125) / 3) / 2)
    assert elo((0, 0, 1, 0, 1)).low == pytest.approx(elo_of(0.75 - 1.959964 * error))
    assert elo((0, 0, 1, 0, 1)).high is None
    # z = ½ / √¼ = 1
    assert los((0, 0, 1, 0, 1)) == pytest.approx(0.8413, abs=1e-4)
    # Where pairs are only 2–0 or 0–2, LOS is the well-known formula of wins and losses.
    assert los((7, 0, 30, 0, 13)) == pytest.approx(0.5 + math.erf(6 / math.sqrt(20) / math.sqrt(2)) / 2)


def test_nothing_infinite_is_shown():
    for pairs in [
        (0, 0, 0, 0, 0),
        (0, 0, 0, 0, 1),
        (1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0),
        (0, 0, 0, 0, 500),
        (0, 0, 9, 0, 0),
    ]:
        found = elo(pairs)
        assert all(number is None or math.isfinite(number) for number in found)
        assert "inf" not in found.describe()
        assert "nan" not in found.describe()
        assert 0 <= los(pairs) <= 1
        assert math.isfinite(Sprt(-5, 5).llr(pairs))
    assert elo((0, 0, 0, 0, 50)).describe() == "above +484"  # a mean of 0.05^(1/50) = 0.942
    assert elo((50, 0, 0, 0, 0)).describe() == "below -484"
    assert elo((0, 0, 1, 0, 0)).describe() == "unknown, too few games"
    assert elo((10, 20, 41, 20, 10)).describe() == "+0 ± 37"
    assert elo((0, 0, 0, 0, 0)).describe() == "unknown, too few games"
    # Equal players who always draw, or always win with the same side, are not known to be exactly equal.
    assert elo((0, 0, 50, 0, 0)).low < -10
    assert los((0, 0, 50, 0, 0)) == 0.5


def test_a_better_result_never_says_less():
    results = [(0, 0, 0, lost, 50 - lost) for lost in range(51)] + [(0, lost, 0, 50 - lost, 0) for lost in range(51)]
    lows = [elo(pairs).low for pairs in results]
    assert lows == sorted(lows, reverse=True)


def test_the_other_player_has_the_mirrored_numbers():
    pairs, mirrored = (3, 5, 20, 9, 8), (8, 9, 20, 5, 3)
    ours, theirs = elo(pairs), elo(mirrored)
    assert (ours.value, ours.low, ours.high) == pytest.approx((-theirs.value, -theirs.high, -theirs.low))
    assert los(pairs) == pytest.approx(1 - los(mirrored))
    assert Sprt(-3, 7).llr(pairs) == pytest.approx(-Sprt(-7, 3).llr(mirrored))


def test_the_interval_holds_the_truth_in_95_of_100_matches():
    chance = random.Random(5)
    weights = (0.05, 0.15, 0.4, 0.25, 0.15)
    truth = elo_of(mean(weights))
    held = 0
    for _ in range(600):
        drawn = chance.choices(range(5), weights, k=60)
        found = elo([drawn.count(i) for i in range(5)])
        held += found.low < truth < found.high
    assert 0.93 <= held / 600 <= 0.975


def test_the_sprt_errs_as_seldom_as_it_promises_and_ends():
    chance = random.Random(6)
    test = Sprt(0, 60, alpha=0.1, beta=0.05)
    accepted = {}
    for truth in ("H0", "H1"):
        # Between the all-even distribution and one whose mean is that of the hypothesis.
        even, good = (0.1, 0.2, 0.4, 0.2, 0.1), (0.0, 0.1, 0.3, 0.4, 0.2)
        share = (score_of(test.elo0 if truth == "H0" else test.elo1) - mean(even)) / (mean(good) - mean(even))
        weights = [(1 - share) * a + share * b for a, b in zip(even, good)]
        ends = []
        for _ in range(500):
            pairs = [0] * 5
            while test.decision(pairs) is None:
                pairs[chance.choices(range(5), weights)[0]] += 1
            ends.append(test.decision(pairs))
        accepted[truth] = ends.count("H1") / 500
    assert accepted["H0"] <= 0.1 + 0.03
    assert accepted["H1"] >= 1 - 0.05 - 0.03


def test_the_sprt_does_not_decide_on_next_to_nothing():
    for elo0, elo1 in ((0, 5), (-50, 50), (0, 400)):
        for place in range(5):
            pairs = [0] * 5
            pairs[place] = 2
            assert Sprt(elo0, elo1).decision(pairs) is None
    assert Sprt(0, 50).decision((0, 0, 0, 0, 100)) == "H1"
    assert Sprt(0, 50).decision((0, 0, 100, 0, 0)) == "H0"


def test_bad_tests_are_refused():
    for wrong in ((5, 5), (5, 0), (0, math.inf), (math.nan, 5)):
        with pytest.raises(OptionError, match="elo0 below elo1"):
            Sprt(*wrong)
    for name in ("alpha", "beta"):
        for value in (0, 0.5, -1, math.nan):
            with pytest.raises(OptionError, match=f"{name} must be"):
                Sprt(0, 5, **{name: value})


def test_a_tally_counts_games_and_complete_pairs():
    tally = Tally()
    assert tally.score is None
    tally = tally.after(True, 1, None).after(False, 0.5, 1).after(False, 0, None)
    assert (tally.first, tally.second) == (Count(1, 0, 0), Count(0, 1, 1))
    assert tally.pairs == (0, 0, 0, 1, 0)
    assert (tally.games, tally.wins, tally.draws, tally.losses, tally.score) == (3, 1, 1, 1, 0.5)
