import random, util
from game import Agent, Directions
from util import manhattanDistance


def scoreEvaluationFunction(s):
    return s.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        n = gameState.getNumAgents()
        # depth rounds = depth * n single moves
        def v(s, k):
            if k == self.depth * n or s.isWin() or s.isLose(): return self.evaluationFunction(s)
            return (min if k % n else max)(v(s.generateSuccessor(k % n, a), k + 1) for a in s.getLegalActions(k % n))
        return max(gameState.getLegalActions(0), key=lambda a: v(gameState.generateSuccessor(0, a), 1))


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        n = gameState.getNumAgents()
        def mean(xs): xs = list(xs); return sum(xs) / len(xs)
        def v(s, k):
            if k == self.depth * n or s.isWin() or s.isLose(): return self.evaluationFunction(s)
            return (mean if k % n else max)(v(s.generateSuccessor(k % n, a), k + 1) for a in s.getLegalActions(k % n))
        return max(gameState.getLegalActions(0), key=lambda a: v(gameState.generateSuccessor(0, a), 1))
