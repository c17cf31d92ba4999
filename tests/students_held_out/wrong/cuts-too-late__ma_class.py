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
        return self.maxNode(gameState, 0, float('-inf'), float('inf'))[1]

    def isLeaf(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth

    def maxNode(self, state, depth, alpha, beta):
        if self.isLeaf(state, depth):
            return self.evaluationFunction(state), None
        v, best = float('-inf'), None
        for action in state.getLegalActions(0):
            w = self.minNode(state.generateSuccessor(0, action), depth, 1, alpha, beta)
            if w > v:
                v, best = w, action
            if v > beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def minNode(self, state, depth, ghost, alpha, beta):
        if self.isLeaf(state, depth):
            return self.evaluationFunction(state)
        v = float('inf')
        for action in state.getLegalActions(ghost):
            nxt = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                v = min(v, self.maxNode(nxt, depth + 1, alpha, beta)[0])
            else:
                v = min(v, self.minNode(nxt, depth, ghost + 1, alpha, beta))
            beta = min(beta, v)
        return v
