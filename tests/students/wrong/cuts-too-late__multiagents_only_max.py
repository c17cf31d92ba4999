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
        return self.maxValue(gameState, 0, -99999, 99999)[1]

    def maxValue(self, state, depth, alpha, beta):
        if depth == self.depth or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        best = (-99999, None)
        for action in state.getLegalActions(0):
            v = self.minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta)[0]
            if v > best[0]:
                best = (v, action)
            if best[0] > beta:
                return best
            alpha = max(alpha, best[0])
        return best

    # ghosts: min, no pruning needed because only pacman plans ahead
    def minValue(self, state, ghost, depth, alpha, beta):
        if state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        best = (99999, None)
        for action in state.getLegalActions(ghost):
            s = state.generateSuccessor(ghost, action)
            if ghost + 1 == state.getNumAgents():
                v = self.maxValue(s, depth + 1, alpha, beta)[0]
            else:
                v = self.minValue(s, ghost + 1, depth, alpha, beta)[0]
            if v < best[0]:
                best = (v, action)
            beta = min(beta, best[0])
        return best
