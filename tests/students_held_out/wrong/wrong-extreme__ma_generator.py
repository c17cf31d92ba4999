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

class MinimaxAgent(MultiAgentSearchAgent):

    def successors(self, state, agent):
        for action in state.getLegalActions(agent):
            yield action, state.generateSuccessor(agent, action)

    def getAction(self, gameState):
        results = [(self.value(s, 1, self.depth), a) for a, s in self.successors(gameState, 0)]
        target = min(v for v, a in results)
        return next(a for v, a in results if v == target)

    def value(self, state, agent, depth):
        if agent >= state.getNumAgents():
            return self.value(state, 0, depth - 1)
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        pick = max if agent == self.index else min
        return pick(self.value(s, agent + 1, depth) for a, s in self.successors(state, agent))
