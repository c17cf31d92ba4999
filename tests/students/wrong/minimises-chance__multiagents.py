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


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def expValue(state, agent, depth):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float('inf')
            for action in state.getLegalActions(agent):
                succ = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v = min(v, maxValue(succ, depth + 1))
                else:
                    v = min(v, expValue(succ, agent + 1, depth))
            return v

        def maxValue(state, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            return max(expValue(state.generateSuccessor(0, action), 1, depth) for action in state.getLegalActions(0))

        return max(gameState.getLegalActions(0), key=lambda a: expValue(gameState.generateSuccessor(0, a), 1, 0))
