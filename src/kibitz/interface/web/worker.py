"""Processes in which rules run, so that nothing they do affects the server.

Law. Every question is answered, or refused with a reason within its time. Rules that loop, exit, crash or fill the
memory end their own process and nothing else, and the next question starts a new one. Compiled code is never freed, so
a process that holds MOST_KERNELS compiled searches is replaced before it compiles another.

    to a process    {"id": 7, "page": 3, "ask": "think", "message": {…}}    {"stop": 7}    {"forget": 3}
    from it         {"ready": true}    {"id": 7, "info": {…}}    {"id": 7, "answer": {…}}    {"id": 7, "error": "…"}

A process handles many questions at a time, each in its own thread. A process to be replaced gets no new questions,
and is killed when the last of its questions is answered or abandoned.
"""

import contextlib
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.fault import told
from kibitz.interface.terminal import short_warnings
from kibitz.interface.web.answers import Answers, words_of
from kibitz.interface.web.message import plain
from kibitz.interface.web.searches import MOST_SECONDS, NICE, PATIENCE, SWITCH, Searches, Tell
from kibitz.interface.web.shelf import Shelf

MOST_KERNELS = 8
"""The most compiled searches in a process: each takes about 13 MB, which is never freed."""
MOST_MEMORY = 4 << 30
"""Bytes of memory for a process, on a machine with twice as many; less on a smaller one."""
MOST_ANSWER = 16 << 20
"""The most bytes in an answer."""
BEGINNING = 60.0
"""Seconds for a process to start listening."""
COMPILING = 600.0
"""Seconds for compiling a search of a built-in game, however slow the machine."""
POLL = 0.03
"""Seconds between checks whether a question was stopped or is late."""
CODE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from kibitz.interface.web.worker import serve; serve()"
"""What a process runs. It finds modules where this one does, and never runs the user's script again."""


class Lost(KibitzError):
    """A question will not be answered."""


class Late(Lost):
    """The answer took too long."""


class Ended(Lost):
    """The process has ended."""


class Question:
    """A question sent to a process: the reports received, and its deadline."""

    def __init__(self, number: int, seconds: float) -> None:
        self.number = number
        self.replies: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.deadline = time.monotonic() + seconds
        self.preparing = True  # compilation cannot be stopped
        self.stopped = False

    def allow(self, seconds: float) -> None:
        """Limit the question to this many seconds from now, if that is less than it has."""
        self.deadline = min(self.deadline, time.monotonic() + seconds)


class Worker:
    """One process, as the server sees it."""

    def __init__(self, own: str | None) -> None:
        self.kernels: set[Hashable] = set()  # the searches that it has compiled or is about to
        self.retired = False
        self.ready = threading.Event()
        self.numbers = itertools.count(1)
        self.asked: dict[int, Question] = {}
        self.lock = threading.Lock()
        self.saying: queue.SimpleQueue[Any] = queue.SimpleQueue()
        # In a group of its own, so that Ctrl-C in a terminal reaches only the server.
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        command = [sys.executable, "-c", CODE, json.dumps(sys.path)]
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group)
        except OSError as error:
            raise Lost(f"cannot start a process: {error.strerror}; try again later") from error
        self.say(own)
        for talk in (self.listen, self.speak):
            threading.Thread(target=talk, daemon=True, name="worker").start()

    def say(self, data: Any) -> None:
        """Send data to the process without waiting for it to listen."""
        self.saying.put(data)

    def speak(self) -> None:
        """Write queued data to the process until it ends."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin as pipe:
            while True:
                data = self.saying.get()
                if self.process.poll() is not None:
                    return
                pipe.write(json.dumps(data).encode() + b"\n")
                pipe.flush()

    def listen(self) -> None:
        """Pass on what the process writes; when it has ended, None to every question."""
        assert self.process.stdout is not None
        with self.process.stdout as lines, contextlib.suppress(ValueError):  # a truncated line is not JSON
            for line in lines:
                data = json.loads(line)
                if "ready" in data:
                    self.ready.set()
                elif question := self.asked.get(data["id"]):
                    question.replies.put(data)
        self.process.kill()
        self.process.wait()
        with self.lock:
            self.retired = True
            for question in self.asked.values():
                question.replies.put(None)
        self.ready.set()
        self.say(None)

    def enter(self, seconds: float) -> Question | None:
        """Start a question; return None if the process takes no new ones."""
        with self.lock:
            if self.retired:
                return None
            question = Question(next(self.numbers), seconds)
            self.asked[question.number] = question
            return question

    def leave(self, question: Question) -> None:
        """Finish a question."""
        with self.lock:
            del self.asked[question.number]
        self.end_if_idle()

    def retire(self) -> None:
        """Take no new questions; end when all are answered or abandoned."""
        with self.lock:
            self.retired = True
        self.end_if_idle()

    def end_if_idle(self) -> None:
        """End the process if it has no questions and gets no new ones."""
        with self.lock:
            idle = self.retired and not self.asked
        if idle:
            self.process.kill()

    def wait_for(self, question: Question, stop: threading.Event, tell: Tell) -> Any:
        """Return the answer to a question, passing on its reports."""
        while True:
            if stop.is_set() and not question.stopped:
                question.stopped = True
                self.say({"stop": question.number})
            if question.stopped and not question.preparing:
                question.allow(PATIENCE)
            if time.monotonic() > question.deadline:
                self.retire()
                raise Late
            try:
                reply = question.replies.get(timeout=POLL)
            except queue.Empty:
                continue
            if reply is None:
                raise Ended(ending(self.process.returncode))
            if "error" in reply:
                raise KibitzError(reply["error"])
            if "answer" in reply:
                return reply["answer"]
            word = reply["info"]
            question.preparing = "preparing" in word
            if "within" in word:
                question.allow(word["within"] + PATIENCE)
            else:
                tell(word)


class Room:
    """Where questions of one kind are answered: about the user's own game, or searches of the built-in ones."""

    def __init__(self, own: str | None = None) -> None:
        self.own = own
        self.searches = Searches()
        self.seconds = MOST_SECONDS + PATIENCE if own else COMPILING
        self.workers: list[Worker] = []  # the newest gets the questions, the others finish theirs
        self.lock = threading.Lock()

    def ask(
        self,
        page: int,
        ask: str,
        message: dict[str, Any],
        stop: threading.Event | None = None,
        tell: Tell = lambda word: None,
        seconds: float | None = None,
        kernel: Hashable = None,
    ) -> Any:
        """Return the answer to a question.

        seconds: how long it may take; by default as long as a search may.
        kernel: what it will compile.
        """
        seconds = seconds or self.seconds
        worker, question = self.begin(seconds, kernel)
        try:
            worker.ready.wait(BEGINNING)
            began = time.monotonic()
            question.deadline = began + seconds
            worker.say({"id": question.number, "page": page, "ask": ask, "message": message})
            return worker.wait_for(question, stop or threading.Event(), tell)
        except Late:
            rules = f"the rules of {self.own}" if self.own else "the rules of this game"
            raise Lost(f"no answer within {time.monotonic() - began:.0f} seconds: do {rules} hang?") from None
        except Ended as end:
            who = f"the rules of {self.own} ended their process" if self.own else "the search process ended"
            raise Lost(f"{who} ({end}); the next request starts a new one") from None
        finally:
            worker.leave(question)

    def begin(self, seconds: float, kernel: Hashable = None) -> tuple[Worker, Question]:
        """Return a process for a question, a new one if the last has ended or is full."""
        with self.lock:
            self.workers = [worker for worker in self.workers if worker.process.poll() is None]
            newest = self.workers[-1] if self.workers else None
            wanted = set() if kernel is None else {kernel}
            if newest and len(newest.kernels | wanted) > MOST_KERNELS:
                newest.retire()
            question = newest.enter(seconds) if newest else None
            if newest is None or question is None:
                newest = Worker(self.own)
                self.workers.append(newest)
                question = newest.enter(seconds)
            if question is None:
                raise Lost("a new process ended at once; try again later")
            newest.kernels |= wanted
            return newest, question

    def warm(self) -> None:
        """Start a process before it is needed."""
        worker, question = self.begin(BEGINNING)
        worker.leave(question)

    def forget(self, page: int) -> None:
        """Forget everything about a page."""
        for worker in self.workers:
            worker.say({"forget": page})

    def close(self) -> None:
        """End every process."""
        with self.lock:
            for worker in self.workers:
                worker.process.kill()


def ending(code: int) -> str:
    """Return how a process ended, in words."""
    with contextlib.suppress(ValueError):
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
    return f"signal {-code}"


# In the process


def serve() -> None:
    """Answer questions in this process as they come in, until the server closes the pipe."""
    out, questions = os.fdopen(os.dup(1), "wb"), os.fdopen(os.dup(0), "rb")
    # Rules that print or read must not interfere with the protocol.
    os.dup2(2, 1)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    short_warnings()
    be_modest()
    own: str | None = json.loads(questions.readline())
    shelf, pages, stops = Shelf(own), dict[int, Answers](), dict[int, threading.Event]()
    lock = threading.Lock()

    def say(data: dict[str, Any]) -> None:
        text = json.dumps(data, separators=(",", ":"), default=plain).encode()
        if len(text) > MOST_ANSWER:
            raise KibitzError(f"an answer must have at most {MOST_ANSWER} bytes, this one would have {len(text)}")
        with lock:
            out.write(text + b"\n")
            out.flush()

    def answer(number: int, answers: Answers, ask: str, message: dict[str, Any]) -> None:
        def tell(word: dict[str, Any]) -> None:
            say({"id": number, "info": {**word, "made": time.time()}})

        try:
            say({"id": number, "answer": answers.reply(ask, message, stops[number], tell)})
        except Exception as error:
            say({"id": number, "error": words_of(error)})
        except BaseException as error:
            say({"id": number, "error": f"the rules raised {told(error)}"})
        finally:
            del stops[number]

    say({"ready": True})
    for line in questions:
        said = json.loads(line)
        if "stop" in said:
            if stop := stops.get(said["stop"]):
                stop.set()
        elif "forget" in said:
            pages.pop(said["forget"], None)
        else:
            number, page = said["id"], said["page"]
            stops[number] = threading.Event()
            answers = pages.setdefault(page, Answers(shelf))
            arguments = (number, answers, said["ask"], said["message"])
            threading.Thread(target=answer, args=arguments, daemon=True).start()
    os._exit(0)


def be_modest() -> None:
    """Lower this process's priority, and make it the first to be killed when memory is short."""
    sys.setswitchinterval(SWITCH)
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(NICE)
        most = min(MOST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        Path("/proc/self/oom_score_adj").write_text("1000")
