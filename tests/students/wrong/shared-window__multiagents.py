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
        self.alpha = float('-inf')
        self.beta = float('inf')
        return self.value(gameState, 0, 0)[1]

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent = 0
            depth += 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best, bestAction = None, None
        for action in state.getLegalActions(agent):
            v, _ = self.value(state.generateSuccessor(agent, action), agent + 1, depth)
            if agent == 0:
                if best is None or v > best:
                    best, bestAction = v, action
                if best > self.beta:
                    break
                self.alpha = max(self.alpha, best)
            else:
                if best is None or v < best:
                    best, bestAction = v, action
                if best < self.alpha:
                    break
                self.beta = min(self.beta, best)
        return best, bestAction
