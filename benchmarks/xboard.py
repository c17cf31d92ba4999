"""A program that speaks the xboard protocol, made to speak UCI, so that `kibitz match` can play it.

    kibitz match engine:seconds=0.1 "uci:python benchmarks/xboard.py /usr/games/fairymax,seconds=0.1" --game chess

It knows `position`, from the usual start only, and `go movetime`. Such programs take whole seconds for a move, or a
clock: they get one that leaves so much for every move. When it ends, it says how long they took on average.
"""

import subprocess
import sys
import threading
import time

MOVES, SHARE = 40, 25
"""The clock is for so many moves, and has the time for fewer: Fairy-Max begins a depth that it cannot end in time."""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Program:
    """The program, and what it has played."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.moved = threading.Event()
        self.move = "0000"
        threading.Thread(target=self.listen, daemon=True).start()
        self.say("xboard", "protover 2", "new", f"level {MOVES} 60 0", "nopost", "easy")

    def say(self, *lines):
        """Tell it something."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def listen(self):
        """Note the moves that it plays."""
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["move"]:
                self.move = words[1]
                self.moved.set()
        self.moved.set()

    def choose(self, moves, milliseconds):
        """Let it choose a move after others."""
        self.moved.clear()
        hundredths = max(1, SHARE * milliseconds // 10)
        self.say("force", "new", "force", *moves, f"time {hundredths}", f"otim {hundredths}", "go")
        self.moved.wait()
        return self.move


def main():
    program = Program(sys.argv[1:])
    moves, times = [], []
    for line in sys.stdin:
        words = line.split()
        if line.startswith("uci\n"):
            print("id name", sys.argv[1], "\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["position", "fen"]:
            if " ".join(words[2:8]) != START:
                sys.exit(f"it can begin from {START} only")
            moves = words[9:]
        elif words[:2] == ["go", "movetime"]:
            started = time.monotonic()
            print("bestmove", program.choose(moves, int(words[2])), flush=True)
            times.append(time.monotonic() - started)
        elif words[:1] == ["quit"]:
            break
    program.process.kill()
    if times:
        print(f"{len(times)} moves, {1000 * sum(times) / len(times):.0f} ms each", file=sys.stderr)


if __name__ == "__main__":
    main()
