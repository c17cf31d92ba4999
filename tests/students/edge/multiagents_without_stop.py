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
    def legal(self, state, agent):
        # stopping is never a good idea
        return [a for a in state.getLegalActions(agent) if a != Directions.STOP]

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, a), agent + 1, depth) for a in self.legal(state, agent)]
        if not values:
            return self.evaluationFunction(state)
        return max(values) if agent == 0 else min(values)

    def getAction(self, gameState):
        actions = self.legal(gameState, 0) or [Directions.STOP]
        return max(actions, key=lambda a: self.value(gameState.generateSuccessor(0, a), 1, 0))
