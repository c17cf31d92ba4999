import random
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
        legalMoves = gameState.getLegalActions(0)
        scores = [self.value(gameState.generateSuccessor(0, a), 1, self.depth) for a in legalMoves]
        bestScore = max(scores)
        bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]
        return legalMoves[random.choice(bestIndices)]  # Pick randomly among the best

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.value(state, 0, depth - 1)
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
        return max(values) if agent == 0 else min(values)
