import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def minimax(state, agent, depth):
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            nxt = (agent + 1) % state.getNumAgents()
            results = [minimax(state.generateSuccessor(agent, a), nxt, depth - 1)
                       for a in state.getLegalActions(agent)]
            return max(results) if agent == 0 else min(results)

        return max(gameState.getLegalActions(0),
                   key=lambda a: minimax(gameState.generateSuccessor(0, a), 1, self.depth - 1))
