# multiAgents.py -- my solution
import random
import util
from util import manhattanDistance
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
        self.action = None
        self.minimax(gameState, 0, self.depth)
        return self.action

    def minimax(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        last = agent == state.getNumAgents() - 1
        best = None
        for a in state.getLegalActions(agent):
            v = self.minimax(state.generateSuccessor(agent, a), 0 if last else agent + 1, depth - 1 if last else depth)
            if best is None or (agent == 0 and v > best) or (agent != 0 and v < best):
                best = v
                self.action = a
        return best
