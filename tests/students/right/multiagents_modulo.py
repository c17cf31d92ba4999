# multiAgents.py
# --------------
# Project: Multi-Agent Search

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
    """
    Your minimax agent (question 2)
    """

    def getAction(self, gameState):
        def value(state, agentIndex, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            nextAgent = (agentIndex + 1) % state.getNumAgents()
            # the depth grows after the last ghost
            nextDepth = depth + 1 if nextAgent == 0 else depth
            values = [value(state.generateSuccessor(agentIndex, action), nextAgent, nextDepth)
                      for action in state.getLegalActions(agentIndex)]
            if agentIndex == 0:
                return max(values)
            return min(values)

        best = float('-inf')
        bestAction = Directions.STOP
        for action in gameState.getLegalActions(0):
            v = value(gameState.generateSuccessor(0, action), 1, 0)
            if v > best:
                best = v
                bestAction = action
        return bestAction


class AlphaBetaAgent(MultiAgentSearchAgent):
    """
    Your minimax agent with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        def maxValue(state, depth, alpha, beta):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            v = float('-inf')
            for action in state.getLegalActions(0):
                v = max(v, minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
            return v

        def minValue(state, agentIndex, depth, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float('inf')
            for action in state.getLegalActions(agentIndex):
                successor = state.generateSuccessor(agentIndex, action)
                if agentIndex == state.getNumAgents() - 1:
                    v = min(v, maxValue(successor, depth + 1, alpha, beta))
                else:
                    v = min(v, minValue(successor, agentIndex + 1, depth, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v

        alpha = float('-inf')
        beta = float('inf')
        best = float('-inf')
        bestAction = None
        for action in gameState.getLegalActions(0):
            v = minValue(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if v > best:
                best = v
                bestAction = action
            alpha = max(alpha, v)
        return bestAction


class ExpectimaxAgent(MultiAgentSearchAgent):
    """
      Your expectimax agent (question 4)
    """

    def getAction(self, gameState):
        def value(state, agentIndex, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            nextAgent = (agentIndex + 1) % state.getNumAgents()
            nextDepth = depth + 1 if nextAgent == 0 else depth
            actions = state.getLegalActions(agentIndex)
            values = [value(state.generateSuccessor(agentIndex, a), nextAgent, nextDepth) for a in actions]
            if agentIndex == 0:
                return max(values)
            return sum(values) / float(len(values))

        actions = gameState.getLegalActions(0)
        scores = [value(gameState.generateSuccessor(0, a), 1, 0) for a in actions]
        return actions[scores.index(max(scores))]


# Abbreviation
better = scoreEvaluationFunction
