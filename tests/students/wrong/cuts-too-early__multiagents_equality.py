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
    """
    Your minimax agent with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        def value(state, agent, depth, alpha, beta):
            if agent == state.getNumAgents():
                agent = 0
                depth += 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            if agent == 0:
                v = float('-inf')
                for action in state.getLegalActions(0):
                    v = max(v, value(state.generateSuccessor(0, action), 1, depth, alpha, beta))
                    if v >= beta:
                        return v
                    alpha = max(alpha, v)
            else:
                v = float('inf')
                for action in state.getLegalActions(agent):
                    v = min(v, value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta))
                    if v <= alpha:
                        return v
                    beta = min(beta, v)
            return v

        alpha, best = float('-inf'), None
        for action in gameState.getLegalActions(0):
            v = value(gameState.generateSuccessor(0, action), 1, 0, alpha, float('inf'))
            if v > alpha:
                alpha, best = v, action
        return best
