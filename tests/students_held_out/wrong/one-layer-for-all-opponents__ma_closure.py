from util import manhattanDistance
from game import Directions
import random, util

from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):

    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        plies = self.depth * agents

        def minimax(state, ply):
            if ply == plies or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            agent = ply % agents
            children = (state.generateSuccessor(agent, a) for a in state.getLegalActions(agent))
            values = [minimax(c, ply + 1) for c in children]
            if ply % 2 == 0:
                return max(values)
            else:
                return min(values)

        best = None
        for action in gameState.getLegalActions(0):
            v = minimax(gameState.generateSuccessor(0, action), 1)
            if best is None or v > best[0]:
                best = (v, action)
        return best[1]
