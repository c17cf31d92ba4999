"""Ratings of many players, against closed forms, other programs, plain searches for the maximum, and known strengths."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import OptionError
from kibitz.arena import rating
from kibitz.arena.rating import Elo
from kibitz.arena.strength import rate_pairs, rate_ranks, simulate_pairs, simulate_ranks
from kibitz.arena.strength.meetings import Games, Meetings
from kibitz.arena.strength.newton import maximise
from kibitz.arena.strength.ranks import chosen
from kibitz.arena.strength.sandwich import crossed, summed

ELO = 400 / math.log(10)
KNOWN = json.loads((Path(__file__).parent / "data" / "ratings.json").read_text())  # its comment is the script


def values(found):
    return [each.elo.value for each in found.players]


def errors(found):
    return [each.error for each in found.players]


def columns(games):
    return tuple(zip(*games)) if games else ((), (), (), ())


def rate(players, games, **options):
    """Rate games that are given as (first, second, score, unit)."""
    return rate_pairs(players, *columns(games), **options)


def match(wins, draws=0, losses=0, a=0, b=1, unit=0):
    """Pairs in which both games end the same way for player a."""
    scores = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [game for k, s in enumerate(scores, unit) for game in ((a, b, s, k), (b, a, 1 - s, k))]


# Closed forms


@pytest.mark.parametrize(("wins", "draws", "losses"), [(6, 2, 2), (1, 7, 2), (30, 0, 1)])
def test_two_players_have_the_elo_of_a_match(wins, draws, losses):
    found = rate(2, match(wins, draws, losses))
    pairs = (losses, 0, draws, 0, wins)
    expected = rating.elo(pairs)
    assert found.difference(0, 1).value == pytest.approx(400 * math.log10((wins + draws / 2) / (losses + draws / 2)))
    assert found.difference(0, 1).value == pytest.approx(expected.value)
    assert values(found) == pytest.approx([expected.value / 2, -expected.value / 2])
    assert found.first_advantage.value == pytest.approx(0, abs=1e-9)
    # The error is that of the score with one imaginary pair, carried over to Elo by the slope of the logistic curve.
    n, s = sum(pairs), rating.mean(pairs)
    spread = n * rating.spread(pairs, s) + (s**2 + (1 - s) ** 2) / 2
    assert found.error(0, 1) == pytest.approx(math.sqrt(spread) / n / (s * (1 - s)) * ELO)
    assert errors(found) == pytest.approx([found.error(0, 1) / 2] * 2)


def test_bayeselo_has_a_closed_form_for_two_players():
    found = rate(2, match(50, 30, 20), model="bayeselo", prior=0)
    win, loss = math.log(0.5 / 0.5), math.log(0.2 / 0.8)
    assert found.draw_elo == pytest.approx(-(win + loss) / 2 * ELO)
    x = 10 ** (-found.draw_elo / 400)
    assert found.scale == pytest.approx(4 * x / (1 + x) ** 2)
    assert found.difference(0, 1).value == pytest.approx((win - loss) / 2 * ELO * found.scale)


def test_bayeselo_without_draws_is_the_logistic_model():
    games = match(5, 0, 3) + match(4, 0, 4, 1, 2, 20) + match(2, 0, 5, 2, 0, 40)
    one, two = rate(3, games), rate(3, games, model="bayeselo", prior=0)
    assert values(one) == pytest.approx(values(two))
    assert (two.draw_elo, two.scale) == (None, 1)


def test_level_seats_are_a_sum_over_orders():
    for size, spread in itertools.product(range(1, 7), (0.3, 3)):
        x = np.random.default_rng(size).normal(0, spread, size + 2)
        rates, total = np.exp(x), 0.0
        for order in itertools.permutations(range(size)):
            left = rates.sum() - np.concatenate([[0], np.cumsum(rates[list(order)])[:-1]])
            total += np.prod(rates[list(order)] / left)
        assert chosen(x[None, :size], x[None, size:])[0][0] == pytest.approx(math.log(total), abs=1e-11)
    assert chosen(np.zeros((1, 20)), np.zeros((1, 1)))[0][0] == pytest.approx(-math.log(21), abs=1e-12)


# Other programs


@pytest.mark.parametrize(("name", "tolerance"), [("choix_pairs", 1e-6), ("evalica_pairs", 1e-8)])
def test_bradley_terry_of_other_programs(name, tolerance):
    assert values(rate(5, KNOWN["pairs"], advantage=False)) == pytest.approx(KNOWN[name], abs=tolerance)


@pytest.mark.parametrize("name", ["ranks", "tops"])
def test_plackett_luce_of_choix(name):
    found = rate_ranks(5, KNOWN[name], range(len(KNOWN[name])))
    assert values(found) == pytest.approx(KNOWN["choix_" + name], abs=1e-5)


@pytest.mark.parametrize(("name", "anchors"), [("statsmodels", {}), ("statsmodels_anchored", {1: 100.0, 4: -150.0})])
def test_logistic_regression_of_statsmodels(name, anchors):
    known, found = KNOWN[name], rate(5, KNOWN["pairs"], anchors=anchors)
    assert values(found) == pytest.approx(known["elo"], abs=1e-7)
    assert found.first_advantage.value == pytest.approx(known["advantage"], abs=1e-7)
    # Ours are a little larger, due to the imaginary pairs.
    assert np.all(np.array(errors(found)) >= known["sandwich_error"])
    assert errors(found) == pytest.approx(known["sandwich_error"], rel=0.25)


def test_the_sandwich_of_statsmodels():
    games = Games(*(np.array(column) for column in columns(KNOWN["pairs"])))
    meetings, gauge = Meetings.of(5, games, False, 0), np.zeros((7, 7))
    gauge[:5, :5] = 1
    found = maximise(meetings, np.zeros(7), np.array([True] * 6 + [False]), gauge, 5)
    middle = crossed(*summed(*meetings.gradients(found.x), 7), 7)
    bare = ELO * np.sqrt(np.diag(found.inverse @ middle @ found.inverse))
    known = KNOWN["statsmodels"]
    assert bare[:6] == pytest.approx([*known["sandwich_error"], known["advantage_sandwich_error"]], rel=1e-6)


@pytest.mark.parametrize(("name", "prior"), [("bayeselo", 2), ("bayeselo_without_prior", 0)])
def test_bayeselo_by_its_own_algorithm(name, prior):
    known, found = KNOWN[name], rate(5, KNOWN["pairs"], model="bayeselo", prior=prior)
    assert values(found) == pytest.approx(known["elo"], abs=1e-8)
    assert found.first_advantage.value == pytest.approx(known["advantage"], abs=1e-8)
    assert (found.draw_elo, found.scale) == pytest.approx((known["draw_elo"], known["scale"]))


# Plain searches for the maximum


def climb(likelihood, size):
    """Move one parameter at a time, by steps that become shorter, as long as the likelihood grows."""
    x, step = [0.1] * size, 1.0
    best = likelihood(x)
    while step > 1e-6:
        moved = False
        for k, move in itertools.product(range(size), (step, -step)):
            other = [*x[:k], x[k] + move, *x[k + 1 :]]
            if (value := likelihood(other)) > best:
                x, best, moved = other, value, True
        step = step if moved else step / 2
    return x


def f(x):
    return 1 / (1 + math.exp(-x))


GAMES = match(3, 2, 1) + match(2, 3, 1, 1, 2, 10) + match(1, 1, 2, 2, 0, 20) + [(0, 2, 1.0, 30), (1, 0, 1.0, 31)]


def test_the_logistic_model_by_plain_search():
    def likelihood(x):
        d = [0.0, *x]
        chances = [(s, f(d[i] - d[j] + x[2])) for i, j, s, _ in GAMES]
        return sum(s * math.log(p) + (1 - s) * math.log(1 - p) for s, p in chances)

    found, x = rate(3, GAMES), climb(likelihood, 3)
    assert [found.difference(i, 0).value for i in (1, 2)] == pytest.approx([v * ELO for v in x[:2]], abs=1e-2)
    assert found.first_advantage.value == pytest.approx(x[2] * ELO, abs=1e-2)


def test_bayeselo_by_plain_search():
    played = [sum(player in game[:2] for game in GAMES) for player in range(3)]

    def likelihood(x):
        d, total = [0.0, *x], 0.0
        if x[3] <= 0:
            return -math.inf

        def chances(i, j):
            win, loss = f(d[i] - d[j] + x[2] - x[3]), f(d[j] - d[i] - x[2] - x[3])
            return {1.0: win, 0.5: 1 - win - loss, 0.0: loss}

        for i, j, s, _ in GAMES:  # every game brings its share of the virtual draws of both players, half each way
            share = 2 / 4 * (1 / played[i] + 1 / played[j])
            total += math.log(chances(i, j)[s]) + share * math.log(chances(i, j)[0.5])
            total += share * math.log(chances(j, i)[0.5])
        return total

    found, x = rate(3, GAMES, model="bayeselo"), climb(likelihood, 4)
    assert [found.difference(i, 0).value for i in (1, 2)] == pytest.approx(
        [v * ELO * found.scale for v in x[:2]], abs=1e-2
    )
    assert found.first_advantage.value == pytest.approx(x[2] * ELO * found.scale, abs=1e-2)
    assert found.draw_elo == pytest.approx(x[3] * ELO, abs=1e-2)


RANKS = [
    ((0, 1, 2, 0), (3, 1, 1, 0)),
    ((1, 2, 3, 0), (2, 2, 2, 5)),
    ((3, 0, 1, 2), (1, 1, 0, 0)),
    ((2, 3, 0, 1), (4, 3, 2, 1)),
    ((1, 1, 2, 3), (1, 0, 0, 1)),
    ((3, 1, 2, 0), (2, 1, 0, 0)),
]


def test_plackett_luce_by_plain_search():
    def chance(game, x):
        seats, points = game
        orders = [
            order
            for order in itertools.permutations(range(len(seats)))
            if all(points[a] >= points[b] for a, b in itertools.pairwise(order))
        ]
        rates = [math.exp([0.0, *x][player]) for player in seats]
        return sum(
            math.prod(rates[seat] / sum(rates[k] for k in order[place:]) for place, seat in enumerate(order))
            for order in orders
        )

    found = rate_ranks(4, RANKS, range(len(RANKS)))
    x = climb(lambda x: sum(math.log(chance(game, x)) for game in RANKS), 3)
    assert [found.difference(i, 0).value for i in (1, 2, 3)] == pytest.approx([v * ELO for v in x], abs=1e-2)
    assert found.players[1].games == 6
    assert found.players[1].points == 1 + 2 + 0 + 1 + (1 + 0) + 1
    assert found.first_advantage is found.draw_rate is None


def test_expected_points_are_the_actual_ones():
    games = simulate_pairs(np.linspace(-200, 200, 12), 400, 5, advantage=40, draws=0.4)
    found = rate_pairs(12, games.first, games.second, games.score, games.unit)
    lead = found.strength[games.first] - found.strength[games.second] + found.first_advantage.value
    expected = 1 / (1 + 10 ** (-lead / 400))
    assert expected.sum() == pytest.approx(games.score.sum())
    mine = np.bincount(games.first, expected) + np.bincount(games.second, 1 - expected)
    assert mine == pytest.approx([each.points for each in found.players])
    assert found.draw_rate == np.mean(games.score == 0.5)
    assert found.order == tuple(np.argsort(found.strength)[::-1])
    assert sum(values(found)) == pytest.approx(0, abs=1e-6)
    assert found.relative_to == "the mean of the 12 rated players"


# Laws

games_of_four = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 9)).map(
        lambda game: (game[0], (game[0] + game[1]) % 4, *game[2:])
    ),
    min_size=1,
    max_size=30,
)
both = pytest.mark.parametrize("model", ["ordo", "bayeselo"])


@both
@settings(max_examples=40, deadline=None)
@given(games=games_of_four, order=st.permutations(range(4)))
def test_new_numbers_permute_the_ratings(model, games, order):
    one = rate(4, games, model=model)
    two = rate(4, [(order[i], order[j], s, u) for i, j, s, u in games], model=model)
    assert {frozenset(order[i] for i in met) for met in one.connected} == {frozenset(met) for met in two.connected}
    for i, j in itertools.permutations(range(4), 2):
        a, b = one.difference(i, j), two.difference(order[i], order[j])
        assert (a.value is None) == (b.value is None)
        if a.value is not None:
            assert a == pytest.approx(b, abs=1e-4)
            assert one.los(i, j) == pytest.approx(two.los(order[i], order[j]), abs=1e-6)
            assert one.los(i, j) == pytest.approx(1 - one.los(j, i))


@both
@settings(max_examples=30, deadline=None)
@given(
    games=games_of_four,
    shift=st.floats(-500, 500),
    anchors=st.dictionaries(st.integers(0, 3), st.floats(-200, 200), min_size=1),
)
def test_shifted_anchors_shift_all(model, games, shift, anchors):
    one = rate(4, games, model=model, anchors=anchors)
    two = rate(4, games, model=model, anchors={player: elo + shift for player, elo in anchors.items()})
    for player, (a, b) in enumerate(zip(one.players, two.players)):
        for x, y in zip(a.elo, b.elo):
            assert (x is None) == (y is None)
            assert x is None or y == pytest.approx(x + shift, abs=1e-4)
        if player in anchors:
            assert a.elo == pytest.approx((anchors[player],) * 3)
            assert a.error == 0


@both
@settings(max_examples=30, deadline=None)
@given(games=games_of_four)
def test_swapped_colours_negate_the_advantage(model, games):
    one, two = rate(4, games, model=model), rate(4, [(j, i, 1 - s, u) for i, j, s, u in games], model=model)
    assert (one.first_advantage is None) == (two.first_advantage is None)
    if one.first_advantage is not None:
        assert one.first_advantage.value == pytest.approx(-two.first_advantage.value, abs=1e-4)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 999))
def test_twice_the_games_have_smaller_errors(seed):
    games = simulate_pairs(np.linspace(-150, 150, 5), 60, seed, draws=0.3)
    twice = [np.tile(column, 2) for column in (games.first, games.second, games.score)]
    one = rate_pairs(5, games.first, games.second, games.score, games.unit)
    two = rate_pairs(5, *twice, np.concatenate([games.unit, games.unit + 1000]))
    assert values(one) == pytest.approx(values(two), abs=1e-6)
    assert np.all(np.array(errors(one)) / errors(two) > 1.41)
    assert np.mean(np.array(errors(one)) / errors(two)) < 1.7
    ranks, unit = simulate_ranks(np.linspace(-150, 150, 5), 40, 3, seed)
    one, two = rate_ranks(5, ranks, unit), rate_ranks(5, ranks * 2, [*unit, *(unit + 1000)])
    assert values(one) == pytest.approx(values(two), abs=1e-6)
    assert all(a / b > 1.41 for a, b in zip(errors(one), errors(two)))


# Known strengths


def covered(found, truth):
    """The share of rated players whose interval contains the true rating."""
    rated = [player for player, each in enumerate(found.players) if each.elo.value is not None]
    truth = truth - truth[rated].mean()
    return np.mean([found.players[k].elo.low <= truth[k] <= found.players[k].elo.high for k in rated])


@pytest.mark.parametrize("options", [{}, {"correlation": 0.7}, {"correlation": -0.7}, {"draw_elo": 150}])
def test_intervals_cover_the_truth(options):
    truth, model = np.array([250.0, 100, 20, -20, -100, -250]), "bayeselo" if "draw_elo" in options else "ordo"
    scale = 1 / math.cosh(150 / ELO / 2) ** 2 if "draw_elo" in options else 1
    shares, leads, advantages = [], [], []
    for seed in range(200):
        games = simulate_pairs(truth, 90, seed, advantage=40, draws=0.4, **options)
        found = rate_pairs(6, games.first, games.second, games.score, games.unit, model=model)
        shares.append(covered(found, truth * scale))
        lead, first = found.difference(1, 4), found.first_advantage
        leads.append(lead.value is None or lead.low <= 200 * scale <= lead.high)
        advantages.append(first.low <= 40 * scale <= first.high)
    assert 0.93 < np.mean(shares) < 0.985
    assert 0.90 < np.mean(leads) < 0.995
    assert 0.90 < np.mean(advantages) < 0.995


def test_correlated_pairs_make_larger_errors():
    games = simulate_pairs(np.zeros(4), 400, 1, correlation=1.0)
    pairs = rate_pairs(4, games.first, games.second, games.score, games.unit)
    single = rate_pairs(4, games.first, games.second, games.score, np.arange(800))
    assert np.array(errors(pairs)) / errors(single) == pytest.approx(math.sqrt(2), rel=0.1)


@pytest.mark.parametrize("winner_only", [False, True])
def test_intervals_from_ranks_cover_the_truth(winner_only):
    truth = np.array([150.0, 50, 0, -50, -150])
    found = [rate_ranks(5, *simulate_ranks(truth, 60, 4, seed, winner_only=winner_only)) for seed in range(100)]
    assert 0.93 < np.mean([covered(each, truth) for each in found]) < 0.99


def test_level_losers_are_not_draws():
    truth = np.array([300.0, 0, 0, -300])
    games, unit = simulate_ranks(truth, 4000, 4, 1, winner_only=True)
    found = rate_ranks(4, games, unit)
    assert found.difference(0, 3).value == pytest.approx(600, abs=60)
    pairs = [
        (i, j, (1 + (a > b) - (a < b)) / 2, k)
        for k, (seats, points) in enumerate(games)
        for (i, a), (j, b) in itertools.combinations(zip(seats, points), 2)
    ]
    assert rate(4, pairs).difference(0, 3).value < 400


# Where there is no maximum


def test_who_won_everything_is_above_a_number():
    found = rate(2, match(50))
    assert found.difference(0, 1).describe() == rating.elo((0, 0, 0, 0, 50)).describe() == "above +484"
    assert found.difference(1, 0).describe() == "below -484"
    assert found.los(0, 1) is None
    assert found.players[0].elo == (0, 0, 0)
    assert found.relative_to == "the only rated player"
    assert found.players[1].elo.describe() == "below -484"
    assert rate(2, match(50), anchors={1: 1000}).players[0].elo.describe() == "above +1484"


def test_who_won_everything_does_not_disturb_the_others():
    middle = match(5, 3, 2) + match(4, 0, 6, 1, 2, 20)
    alone = rate(3, middle)
    games = middle + match(10, 0, 0, 3, 0, 40) + match(0, 0, 10, 4, 1, 60) + match(1, 0, 0, 5, 3, 80)
    found = rate(7, games)
    assert values(found)[:3] == pytest.approx(values(alone))
    assert found.players[3].elo == Elo(None, pytest.approx(values(alone)[0] + rating.elo_of(0.05**0.1)), None)
    assert found.players[4].elo == Elo(None, None, pytest.approx(values(alone)[1] - rating.elo_of(0.05**0.1)))
    # Player 5 beat only player 3, in one pair, so it is compared with that bound.
    assert found.players[5].elo.low == pytest.approx(found.players[3].elo.low + rating.elo_of(0.05))
    assert found.players[6].elo == (None, None, None)
    assert found.connected == ((0, 1, 2, 3, 4, 5), (6,))
    assert found.order == (3, 5, *alone.order, 4, 6)
    assert found.difference(3, 4).low == pytest.approx(found.players[3].elo.low - found.players[4].elo.high)
    assert found.difference(5, 3) == (None, None, None)
    assert [each.score for each in found.players[3:]] == [20 / 22, 0, 1, None]


def test_a_group_that_never_lost_to_the_rest_keeps_its_differences():
    rest = match(5, 3, 2) + match(4, 0, 6, 1, 2, 20)
    found = rate(5, rest + match(3, 0, 1, 3, 4, 40) + match(5, 0, 0, 4, 0, 60))
    alone = rate(2, match(3, 0, 1))
    assert found.difference(3, 4) == pytest.approx(alone.difference(0, 1))
    assert found.los(3, 4) == pytest.approx(alone.los(0, 1))
    lead = found.players[3].elo.low - found.players[4].elo.low
    assert lead == pytest.approx(found.difference(3, 4).value)
    assert found.players[4].elo.low == pytest.approx(values(found)[0] + rating.elo_of(0.05**0.2))
    assert values(found)[3:] == [None, None]


def test_groups_that_never_met():
    found = rate(5, match(3, 0, 1) + match(4, 1, 2, 2, 3, 20) + match(1, 1, 1, 3, 4, 40))
    assert found.connected == ((2, 3, 4), (0, 1))
    assert values(found)[:2] == [None, None]
    assert found.difference(0, 2) == (None, None, None)
    assert found.difference(0, 1).value == pytest.approx(400 * math.log10(3))
    linked = rate(5, match(3, 0, 1) + match(4, 1, 2, 2, 3, 20) + match(1, 1, 1, 3, 4, 40), anchors={0: 0, 2: 0})
    assert None not in values(linked)
    assert linked.relative_to == "the 2 anchors"


def test_bayeselo_rates_all_who_are_connected():
    found = rate(4, match(5, 0, 0) + match(5, 0, 0, 1, 2, 20), model="bayeselo")
    a, b, c, d = values(found)
    assert a > b > c
    assert d is None
    assert all(each.error > 90 for each in found.players[:3])
    never_lost = rate(2, match(5, 5), model="bayeselo")
    assert never_lost.draw_elo is None
    assert never_lost.difference(0, 1).value > 0
    assert rate(2, match(0, 5), model="bayeselo").difference(0, 1).value == pytest.approx(0)


def test_an_advantage_that_cannot_be_told():
    always_first = rate(2, [(0, 1, s, k) for k, s in enumerate([1.0, 0.0, 1.0, 0.5])])
    assert always_first.first_advantage is None
    assert always_first.difference(0, 1).value == pytest.approx(rating.elo_of(2.5 / 4))
    first_wins = rate(2, [(k % 2, 1 - k % 2, 1.0, k // 2) for k in range(20)])
    assert first_wins.first_advantage is None
    assert first_wins.difference(0, 1).value == pytest.approx(0)
    assert rate(2, match(6, 2, 2), advantage=False).first_advantage is None


def test_ranks_without_a_maximum():
    found = rate_ranks(
        5, [((0, 1, 2), (0, 1, 2)), ((2, 1, 0), (0, 1, 0)), ((0, 1, 2), (1, 0, 1)), ((3, 0, 1), (5, 1, 1))], range(4)
    )
    assert None not in values(found)[:3]
    assert found.players[3].elo.value is None
    assert found.players[3].elo.low is not None
    assert found.players[4].elo == (None, None, None)
    level = rate_ranks(3, [((0, 1, 2), (1, 1, 1))] * 5, range(5))
    assert level.difference(0, 1) == (None, None, None)
    assert level.connected == ((0, 1, 2),)


def test_uniform_results_are_not_certain():
    for games in (match(0, 20), [(k % 2, 1 - k % 2, 1.0, k // 2) for k in range(40)]):
        assert rate(2, games).difference(0, 1).describe() == "+0 ± 34"  # rating has 33
    games = match(6, 0, 4)  # as one unit, whose games may all be due to one cause, and as units of their own
    one, many = ([(i, j, s, unit(k)) for k, (i, j, s, _) in enumerate(games)] for unit in (lambda k: 0, lambda k: k))
    assert rate(2, one).error(0, 1) > 1.3 * rate(2, many).error(0, 1)


def test_no_games():
    for found in (rate(1, []), rate(3, []), rate_ranks(3, [], []), rate(3, [], model="bayeselo")):
        assert {each.elo.describe() for each in found.players} == {"unknown, too few games"}
        assert found.first_advantage is found.draw_elo is found.draw_rate is None
        assert found.relative_to == "nothing"
    assert values(rate(2, [], anchors={1: 50})) == [None, 50]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, [], [], [], []), "at least one player, got 0"),
        ((2, [0], [1], [math.nan], [0]), "score of a game must be 0, 0.5 or 1, got nan"),
        ((2, [0], [1], [0.7], [0]), "score of a game must be 0, 0.5 or 1, got 0.7"),
        ((2, [0], [2], [1], [0]), "players 0 to 1, got 2"),
        ((2, [-1], [1], [1], [0]), "players 0 to 1, got -1"),
        ((2, [1], [1], [1], [0]), "cannot play itself, got player 1"),
        ((2, [0, 1], [1], [1], [0]), "the second player of 2 games, got 1"),
        ((2, [0], [1], [1, 0], [0]), "the score of 1 games, got 2"),
        ((2, [0.5], [1], [1], [0]), "a whole number for the first player"),
        ((2, [0], [1], [1], [math.nan]), "a whole number for the unit"),
    ],
)
def test_wrong_games(arguments, message):
    with pytest.raises(OptionError, match=message):
        rate_pairs(*arguments)


def test_wrong_options():
    for options, message in [
        ({"model": "order"}, r"ordo or bayeselo, got order \(did you mean ordo\?\)"),
        ({"anchors": {2: 0}}, "anchors must be players 0 to 1, got 2"),
        ({"anchors": {0: math.inf}}, "finite number, got inf for player 0"),
        ({"prior": -1}, "at least 0, got -1"),
    ]:
        with pytest.raises(OptionError, match=message):
            rate(2, match(1, 1, 1), **options)
    for games, unit, message in [
        ([((0, 1, 2), (1, 2))], [0], "got 2 for 3 seats"),
        ([((0,), (1,))], [0], "at least two seats"),
        ([((0, 1, 3), (1, 2, 3))], [0], "players 0 to 2, got 3"),
        ([((0, 1, 2), (1, 2, math.nan))], [0], "finite numbers"),
        ([((0, 1, 2), (1, 2, 3))], [0, 1], "the unit of 1 games, got 2"),
    ]:
        with pytest.raises(OptionError, match=message):
            rate_ranks(3, games, unit)
