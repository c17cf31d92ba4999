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


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if state.isWin() or state.isLose():
                return state.getScore()
            if depth == self.depth:
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
            return max(values) if agent == 0 else sum(values) / len(values)

        return max(gameState.getLegalActions(0), key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
