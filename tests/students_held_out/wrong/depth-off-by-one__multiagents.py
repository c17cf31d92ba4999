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

class ExpectimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        scores = [(self.value(gameState.generateSuccessor(0, a), 1, 0), a)
                  for a in gameState.getLegalActions(0)]
        best = max(s for s, a in scores)
        for s, a in scores:
            if s == best:
                return a

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent = 0
            depth += 1
        if state.isWin() or state.isLose() or depth > self.depth:
            return self.evaluationFunction(state)
        actions = state.getLegalActions(agent)
        vals = [self.value(state.generateSuccessor(agent, a), agent + 1, depth) for a in actions]
        if agent == 0:
            return max(vals)
        return sum(vals) / len(vals)
