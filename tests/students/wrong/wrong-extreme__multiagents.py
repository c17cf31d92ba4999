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
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                return value(state, 0, depth - 1)
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            results = []
            for action in state.getLegalActions(agent):
                results.append(value(state.generateSuccessor(agent, action), agent + 1, depth))
            return max(results)

        scores = {a: value(gameState.generateSuccessor(0, a), 1, self.depth) for a in gameState.getLegalActions(0)}
        return max(scores, key=scores.get)
