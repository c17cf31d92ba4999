import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        INF = 10 ** 9

        def ab(s, who, left, a, b):
            if left == 0 or s.isWin() or s.isLose():
                return self.evaluationFunction(s), None
            act = None
            v = -INF if who == 0 else INF
            for m in s.getLegalActions(who):
                w, _ = ab(s.generateSuccessor(who, m), (who + 1) % s.getNumAgents(), left - 1, a, b)
                if who == 0 and w > v:
                    v, act = w, m
                    a = max(a, v)
                if who != 0 and w < v:
                    v, act = w, m
                    b = min(b, v)
                if a > b:
                    break
            return v, act

        return ab(gameState, 0, self.depth, -INF, INF)[1]
