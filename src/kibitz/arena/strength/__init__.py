"""Estimate the strengths of many players from their results: Elo ratings with errors, from pairs and from rankings.

    ratings     what is estimated, with its errors
    pairs       games of two: the logistic model ("ordo") and BayesElo's ("bayeselo")
    ranks       games of three and more: the Plackett–Luce model
    groups      who can be compared with whom
    newton      the maximum of a likelihood
    sandwich    its errors, where games are not independent
    bounds      what can be said about those who won or lost everything
    simulate    results of players of known strength

A strength x in nats is an Elo of x · 400 / ln 10. All likelihoods here are concave in the strengths, so a maximum is
the only one.
"""

from kibitz.arena.strength.pairs import rate_pairs
from kibitz.arena.strength.ranks import rate_ranks
from kibitz.arena.strength.ratings import Rating, Ratings
from kibitz.arena.strength.simulate import simulate_pairs, simulate_ranks

__all__ = ["Rating", "Ratings", "rate_pairs", "rate_ranks", "simulate_pairs", "simulate_ranks"]
