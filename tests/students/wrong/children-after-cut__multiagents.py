# multiAgents.py
from util import manhattanDistance
from game import Directions
import random, util

from game import Agent


def scoreEvaluationFunction(currentGameState):
    """
    This default evaluation function just returns the score of the state.
    """
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):

    def __init__(self, evalFn = 'scoreEvaluationFunction', depth = '2'):
        self.index = 0 # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        n = gameState.getNumAgents()
        inf = float('inf')

        def successors(state, agent):
            return [(a, state.generateSuccessor(agent, a)) for a in state.getLegalActions(agent)]

        def ab(state, agent, depth, alpha, beta):
            if agent == n:
                agent, depth = 0, depth - 1
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            best = (-inf if agent == 0 else inf), None
            for a, s in successors(state, agent):
                v, _ = ab(s, agent + 1, depth, alpha, beta)
                if agent == 0:
                    if v > best[0]: best = v, a
                    alpha = max(alpha, v)
                else:
                    if v < best[0]: best = v, a
                    beta = min(beta, v)
                if alpha > beta: break
            return best

        return ab(gameState, 0, self.depth, -inf, inf)[1]
