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
        def prune(agent, v, alpha, beta):
            return v > beta if agent == 0 else v < alpha

        def search(state, agent, depth, alpha, beta):
            if agent == state.getNumAgents():
                agent = 0
                depth -= 1
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            best, move = (float('-inf'), None) if agent == 0 else (float('inf'), None)
            for action in state.getLegalActions(agent):
                v = search(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)[0]
                if prune(agent, v, alpha, beta):
                    return best, move
                if agent == 0 and v > best:
                    best, move = v, action
                    alpha = max(alpha, v)
                elif agent > 0 and v < best:
                    best, move = v, action
                    beta = min(beta, v)
            return best, move

        return search(gameState, 0, self.depth, float('-inf'), float('inf'))[1]
