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
    """
    Returns the minimax action from the current gameState using self.depth
    and self.evaluationFunction.
    """

    def getAction(self, gameState):
        bestScore = -float('inf')
        bestAction = None
        for action in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, action), 1, 1)
            if score > bestScore:
                bestScore = score
                bestAction = action
        return bestAction

    def maxValue(self, gameState, depth):
        if gameState.isWin() or gameState.isLose() or depth == self.depth:
            return self.evaluationFunction(gameState)
        v = -float('inf')
        for action in gameState.getLegalActions(0):
            v = max(v, self.minValue(gameState.generateSuccessor(0, action), 1, depth + 1))
        return v

    def minValue(self, gameState, ghost, depth):
        if gameState.isWin() or gameState.isLose() or depth == self.depth:
            return self.evaluationFunction(gameState)
        v = float('inf')
        for action in gameState.getLegalActions(ghost):
            successor = gameState.generateSuccessor(ghost, action)
            if ghost == gameState.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, depth + 1))
            else:
                v = min(v, self.minValue(successor, ghost + 1, depth + 1))
        return v
