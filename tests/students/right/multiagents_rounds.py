import util
from game import Agent
from pacman import GameState


def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def is_terminal(self, state, rounds):
        return rounds == 0 or state.isWin() or state.isLose()

    def after(self, state, agent, rounds):
        """Agent and remaining rounds after `agent` has moved."""
        agent += 1
        if agent == state.getNumAgents():
            return 0, rounds - 1
        return agent, rounds


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        _, action = self.search(gameState, self.index, self.depth)
        return action

    def search(self, state, agent, rounds):
        if self.is_terminal(state, rounds):
            return self.evaluationFunction(state), None
        best = None
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            score, _ = self.search(successor, *self.after(state, agent, rounds))
            if best is None or (score > best[0] if agent == 0 else score < best[0]):
                best = (score, action)
        return best


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        _, action = self.search(gameState, self.index, self.depth, float("-inf"), float("inf"))
        return action

    def search(self, state, agent, rounds, alpha, beta):
        if self.is_terminal(state, rounds):
            return self.evaluationFunction(state), None
        best = None
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            score, _ = self.search(successor, *self.after(state, agent, rounds), alpha, beta)
            if agent == 0:
                if best is None or score > best[0]:
                    best = (score, action)
                alpha = max(alpha, score)
            else:
                if best is None or score < best[0]:
                    best = (score, action)
                beta = min(beta, score)
            if alpha > beta:
                break
        return best


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        return self.max_node(gameState, self.depth)[1]

    def max_node(self, state, rounds):
        if self.is_terminal(state, rounds):
            return self.evaluationFunction(state), None
        best_score, best_action = float("-inf"), None
        for action in state.getLegalActions(0):
            score = self.next_node(state.generateSuccessor(0, action), *self.after(state, 0, rounds))
            if score > best_score:
                best_score, best_action = score, action
        return best_score, best_action

    def chance_node(self, state, ghost, rounds):
        if self.is_terminal(state, rounds):
            return self.evaluationFunction(state)
        actions = state.getLegalActions(ghost)
        total = 0
        for action in actions:
            total += self.next_node(state.generateSuccessor(ghost, action), *self.after(state, ghost, rounds))
        return total / len(actions)

    def next_node(self, state, agent, rounds):
        if agent == 0:
            return self.max_node(state, rounds)[0]
        return self.chance_node(state, agent, rounds)
