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

class AlphaBetaAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        return self.alphabeta(gameState, 0, 0, -float('inf'), float('inf'))[1]

    def alphabeta(self, state, depth, agentIndex, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return (self.evaluationFunction(state), None)
        actions = state.getLegalActions(agentIndex)
        successors = [state.generateSuccessor(agentIndex, a) for a in actions]
        last = agentIndex == state.getNumAgents() - 1
        nextAgent = 0 if last else agentIndex + 1
        nextDepth = depth + 1 if last else depth
        best = (-float('inf'), None) if agentIndex == 0 else (float('inf'), None)
        for action, succ in zip(actions, successors):
            v = self.alphabeta(succ, nextDepth, nextAgent, alpha, beta)[0]
            if agentIndex == 0:
                if v > best[0]:
                    best = (v, action)
                alpha = max(alpha, v)
            else:
                if v < best[0]:
                    best = (v, action)
                beta = min(beta, v)
            if alpha > beta:
                break
        return best
