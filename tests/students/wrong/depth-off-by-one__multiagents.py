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
        numAgents = gameState.getNumAgents()

        def value(state, agent, depth):
            if agent == numAgents:
                agent = 0
                depth += 1
            if state.isWin() or state.isLose() or depth > self.depth:
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
            if agent == 0:
                return max(values)
            else:
                return min(values)

        best, choice = -999999, None
        for a in gameState.getLegalActions(0):
            v = value(gameState.generateSuccessor(0, a), 1, 0)
            if v > best:
                best, choice = v, a
        return choice
