# multiAgents.py -- my solution
import random
import util
from util import manhattanDistance
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()

        def maxLevel(state, depth):
            if depth == self.depth:
                return self.evaluationFunction(state)
            v = -999999
            for action in state.getLegalActions(0):
                v = max(v, minLevel(state.generateSuccessor(0, action), depth, 1))
            return v

        def minLevel(state, depth, ghost):
            v = 999999
            for action in state.getLegalActions(ghost):
                if ghost == agents - 1:
                    v = min(v, maxLevel(state.generateSuccessor(ghost, action), depth + 1))
                else:
                    v = min(v, minLevel(state.generateSuccessor(ghost, action), depth, ghost + 1))
            return v

        best, bestAction = -9999999, None
        for action in gameState.getLegalActions(0):
            v = minLevel(gameState.generateSuccessor(0, action), 0, 1)
            if v > best:
                best, bestAction = v, action
        return bestAction
