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

def search(agent, gameState, prune):
    n = gameState.getNumAgents()
    limit = n * agent.depth

    def visit(state, ply, alpha, beta):
        if ply == limit or state.isWin() or state.isLose():
            return agent.evaluationFunction(state), None
        who = ply % n
        value, choice = None, None
        for action in state.getLegalActions(who):
            v, _ = visit(state.generateSuccessor(who, action), ply + 1, alpha, beta)
            if value is None or (v > value if who == 0 else v < value):
                value, choice = v, action
            if prune:
                if who == 0:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha > beta:
                    break
        return value, choice

    return visit(gameState, 0, float("-inf"), float("inf"))[1]


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return search(self, gameState, prune=False)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return search(self, gameState, prune=True)
