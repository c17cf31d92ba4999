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
        return self.search(gameState, 0, self.depth, -1e9, 1e9)[1]

    def search(self, state, who, left, alpha, beta):
        if left == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        nxt = (who + 1) % state.getNumAgents()
        best = (-1e9 if who == 0 else 1e9), None
        for a in state.getLegalActions(who):
            value, _ = self.search(state.generateSuccessor(who, a), nxt, left - 1, alpha, beta)
            if who == 0:
                if value > best[0]:
                    best = value, a
                if best[0] > beta:
                    return best
                alpha = max(alpha, best[0])
            else:
                if value < best[0]:
                    best = value, a
                if best[0] < alpha:
                    return best
                beta = min(beta, best[0])
        return best
