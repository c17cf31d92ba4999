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

class ExpectimaxAgent(MultiAgentSearchAgent):
    """
    Your expectimax agent (question 4)
    """

    def getAction(self, gameState):
        def value(state, depth, agent):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            if agent == 0:
                return maxValue(state, depth)
            return expValue(state, depth, agent)

        def maxValue(state, depth):
            v = float('-inf')
            for action in state.getLegalActions(0):
                v = max(v, value(state.generateSuccessor(0, action), depth, 1))
            return v

        def expValue(state, depth, agent):
            v = float('inf')
            for action in state.getLegalActions(agent):
                succ = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v = min(v, value(succ, depth + 1, 0))
                else:
                    v = min(v, value(succ, depth, agent + 1))
            return v

        actions = gameState.getLegalActions(0)
        scores = [value(gameState.generateSuccessor(0, a), 0, 1) for a in actions]
        return actions[scores.index(max(scores))]
