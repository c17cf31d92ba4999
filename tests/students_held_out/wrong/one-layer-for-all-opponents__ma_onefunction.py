import util
from game import Agent, Directions


def scoreEvaluationFunction(state):
    """The score shown in the game."""
    return state.getScore()


class MultiAgentSearchAgent(Agent):
    """Common to all the multi-agent searchers."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class AlphaBetaAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        value, action = self.ab(gameState, 0, 0, float('-inf'), float('inf'))
        return action

    def ab(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        if agent == 1:
            v, act = float('inf'), None
            for a in state.getLegalActions(agent):
                w = self.ab(state.generateSuccessor(agent, a), agent + 1, depth, alpha, beta)[0]
                if w < v:
                    v, act = w, a
                if v < alpha:
                    return v, act
                beta = min(beta, v)
            return v, act
        else:
            v, act = float('-inf'), None
            for a in state.getLegalActions(agent):
                w = self.ab(state.generateSuccessor(agent, a), agent + 1, depth, alpha, beta)[0]
                if w > v:
                    v, act = w, a
                if v > beta:
                    return v, act
                alpha = max(alpha, v)
            return v, act
