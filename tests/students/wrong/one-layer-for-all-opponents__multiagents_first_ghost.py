import util
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
        "max for pacman, min for the ghost, max for pacman, ..."
        def maxValue(state, depth):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            return max(minValue(state.generateSuccessor(0, a), depth) for a in state.getLegalActions(0))

        def minValue(state, depth):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            return min(maxValue(state.generateSuccessor(1, a), depth + 1) for a in state.getLegalActions(1))

        best = float('-inf')
        for a in gameState.getLegalActions(0):
            v = minValue(gameState.generateSuccessor(0, a), 0)
            if v > best:
                best, action = v, a
        return action
