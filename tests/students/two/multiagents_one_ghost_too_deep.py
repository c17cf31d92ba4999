import util
from game import Agent


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
            if agent == state.getNumAgents():
                agent = 0
                depth = depth + 1
            if depth > self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            values = [minimax(state.generateSuccessor(agent, a), agent + 1, depth)
                      for a in state.getLegalActions(agent)]
            # ghost 1 is the enemy
            return min(values) if agent == 1 else max(values)

        return max(gameState.getLegalActions(0),
                   key=lambda a: minimax(gameState.generateSuccessor(0, a), 1, 0))
