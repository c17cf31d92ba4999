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

class ExpectimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        n = gameState.getNumAgents()

        def finished(s, ply):
            return s.isWin() or s.isLose() or ply >= self.depth

        def expectimax(s, ply):
            if finished(s, ply):
                return self.evaluationFunction(s)
            agent = ply % n
            values = [expectimax(s.generateSuccessor(agent, a), ply + 1)
                      for a in s.getLegalActions(agent)]
            return max(values) if agent == 0 else sum(values) / float(len(values))

        return max(gameState.getLegalActions(0),
                   key=lambda a: expectimax(gameState.generateSuccessor(0, a), 1))
