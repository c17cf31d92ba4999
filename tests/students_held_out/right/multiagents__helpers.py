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
        return self.value(gameState, 0, 0)[1]

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent = 0
            depth += 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        results = []
        for action in state.getLegalActions(agent):
            v = self.value(state.generateSuccessor(agent, action), agent + 1, depth)[0]
            results.append((v, action))
        pick = max if agent == 0 else min
        return pick(results, key=lambda r: r[0])


class AlphaBetaAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        return self.maxValue(gameState, 0, float('-inf'), float('inf'))[1]

    def maxValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        v, best = float('-inf'), None
        for action in state.getLegalActions(0):
            w = self.minValue(state.generateSuccessor(0, action), depth, 1, alpha, beta)
            if w > v:
                v, best = w, action
            if v > beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def minValue(self, state, depth, ghost, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float('inf')
        for action in state.getLegalActions(ghost):
            succ = state.generateSuccessor(ghost, action)
            if ghost < state.getNumAgents() - 1:
                v = min(v, self.minValue(succ, depth, ghost + 1, alpha, beta))
            else:
                v = min(v, self.maxValue(succ, depth + 1, alpha, beta)[0])
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        best, bestAction = float('-inf'), None
        for action in gameState.getLegalActions(0):
            v = self.expValue(gameState.generateSuccessor(0, action), 0, 1)
            if v > best:
                best, bestAction = v, action
        return bestAction

    def maxValue(self, state, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        return max(self.expValue(state.generateSuccessor(0, a), depth, 1) for a in state.getLegalActions(0))

    def expValue(self, state, depth, ghost):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        actions = state.getLegalActions(ghost)
        total = 0.0
        for action in actions:
            succ = state.generateSuccessor(ghost, action)
            if ghost < state.getNumAgents() - 1:
                total += self.expValue(succ, depth, ghost + 1)
            else:
                total += self.maxValue(succ, depth + 1)
        return total / len(actions)
