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
        best, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 0, 1, best, float("inf"))
            if v > best:
                best, choice = v, action
        return choice

    def actions(self, state, agent):
        legal = state.getLegalActions(agent)
        if agent > 0:
            legal = sorted(legal, key=str, reverse=True)
        return legal

    def value(self, state, depth, agent, alpha, beta):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf") if agent == 0 else float("inf")
        for action in self.actions(state, agent):
            w = self.value(state.generateSuccessor(agent, action), depth, agent + 1, alpha, beta)
            if agent == 0:
                v = max(v, w)
                if v > beta:
                    return v
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                if v < alpha:
                    return v
                beta = min(beta, v)
        return v
