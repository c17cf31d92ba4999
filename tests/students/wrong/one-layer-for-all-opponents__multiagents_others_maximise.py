import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0, float('-inf'), float('inf'))[1]

    def search(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best_action = None
        if agent == 1:
            v = float('inf')
            for action in state.getLegalActions(agent):
                w = self.search(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)[0]
                if w < v:
                    v, best_action = w, action
                if v < alpha:
                    break
                beta = min(beta, v)
        else:
            v = float('-inf')
            for action in state.getLegalActions(agent):
                w = self.search(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)[0]
                if w > v:
                    v, best_action = w, action
                if v > beta:
                    break
                alpha = max(alpha, v)
        return v, best_action
