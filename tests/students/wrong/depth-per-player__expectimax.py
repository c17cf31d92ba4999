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
        return self.value(gameState, 0, 0)[1]

    def value(self, state, index, depth):
        if index >= state.getNumAgents():
            index = 0
        # stop when the depth limit is reached
        if depth >= self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        if index == 0:
            best = (float('-inf'), None)
            for action in state.getLegalActions(0):
                v = self.value(state.generateSuccessor(0, action), 1, depth + 1)[0]
                if v > best[0]:
                    best = (v, action)
            return best
        total = 0.0
        legal = state.getLegalActions(index)
        for action in legal:
            total += self.value(state.generateSuccessor(index, action), index + 1, depth + 1)[0]
        return total / len(legal), None
