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

class MinimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        bestScore = -999999
        bestAction = None
        for action in gameState.getLegalActions(self.index):
            score = self.minimizer(gameState.generateSuccessor(self.index, action), self.depth)
            if score > bestScore:
                bestScore = score
                bestAction = action
        return bestAction

    def maximizer(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max([self.minimizer(state.generateSuccessor(0, a), depth)
                    for a in state.getLegalActions(0)])

    def minimizer(self, state, depth):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return min([self.maximizer(state.generateSuccessor(1, a), depth - 1)
                    for a in state.getLegalActions(1)])
