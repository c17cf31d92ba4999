from util import manhattanDistance
from game import Directions
import random, util

from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):

    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
INFINITY = float('inf')


class AlphaBetaAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        action, value = self.getMax(gameState, self.depth, -INFINITY, INFINITY)
        return action

    def getMax(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return None, self.evaluationFunction(state)
        bestAction, bestValue = None, -INFINITY
        for action in state.getLegalActions(0):
            value = self.getMin(state.generateSuccessor(0, action), depth, 1, alpha, beta)
            if value > bestValue:
                bestAction, bestValue = action, value
            if bestValue > beta:
                return bestAction, bestValue
            alpha = max(alpha, bestValue)
        return bestAction, bestValue

    def getMin(self, state, depth, agent, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        bestValue = INFINITY
        for action in state.getLegalActions(agent):
            succ = state.generateSuccessor(agent, action)
            if agent == state.getNumAgents() - 1:
                value = self.getMax(succ, depth - 1, -INFINITY, INFINITY)[1]
            else:
                value = self.getMin(succ, depth, agent + 1, alpha, beta)
            bestValue = min(bestValue, value)
            if bestValue < alpha:
                return bestValue
            beta = min(beta, bestValue)
        return bestValue
