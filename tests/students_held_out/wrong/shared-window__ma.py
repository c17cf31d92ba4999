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
        self.alpha = -999999999
        self.beta = 999999999
        return self.prune(gameState, 0, self.depth)[1]

    def prune(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        follower = (agent + 1) % state.getNumAgents()
        left = depth - 1 if follower == 0 else depth
        bestAction = None
        best = -999999999 if agent == 0 else 999999999
        for action in state.getLegalActions(agent):
            value = self.prune(state.generateSuccessor(agent, action), follower, left)[0]
            if agent == 0:
                if value > best:
                    best, bestAction = value, action
                if best > self.beta:
                    break
                self.alpha = max(self.alpha, best)
            else:
                if value < best:
                    best, bestAction = value, action
                if best < self.alpha:
                    break
                self.beta = min(self.beta, best)
        return best, bestAction
