import util
from game import Agent


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        "*** YOUR CODE HERE ***"
        util.raiseNotDefined()


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return 'Teleport'


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self):
        return 'Stop'
