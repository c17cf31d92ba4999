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
        def value(state, agent):
            if state.isWin() or state.isLose() or not state.getLegalActions(agent):
                return self.evaluationFunction(state)
            following = (agent + 1) % state.getNumAgents()
            f = max if agent == 0 else min
            return f(value(state.generateSuccessor(agent, x), following) for x in state.getLegalActions(agent))

        options = gameState.getLegalActions(0)
        values = [value(gameState.generateSuccessor(0, x), 1) for x in options]
        return options[values.index(max(values))]
