"""`kibitz serve` under load: how late its words are, and what pages and clients that stop reading cost it.

    python benchmarks/web.py [--clients 20] [--seconds 20] [--pages 600]
    python benchmarks/web.py --variants 60

The server is a program of its own; clients are all in this one. Every client asks for a long search: as many search as
there are cores, the others wait in line. A word of a search says when it was made, and is late by the time until it is
here. Whoever waits asks for the position ten times a second meanwhile, and counts the time until it is answered.
With --variants the server analyses this many games of Connect Four instead, each of another size or with another
number to connect, and the memory of all its processes is taken after each.
"""

import argparse
import asyncio
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

from kibitz.interface.cli.bench import machine
from kibitz.interface.web.worker import MOST_KERNELS

EACH = 0.1
"""Seconds between two questions of a client."""
LINE = {"game": "othello", "start": None, "moves": []}
SEARCH = {**LINE, "seconds": 60, "lines": 5}
IDLE = 0.03
"""Seconds of work in a second of a server that has nothing to do."""
DEAF = 4
"""Clients that stop reading."""
POURED = 3000
"""Questions that each of them sends; the answers fill every buffer on the way."""


class Server:
    """Kibitz serve at a free port."""

    def __init__(self):
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def get(self, path):
        """Ask for a file of the page."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            return answer.read()

    def socket(self):
        """Open a socket as a page does."""
        return connect(f"ws://127.0.0.1:{self.port}/socket")

    def memory(self):
        """Return what the server and the processes that it has started hold in memory, in kB."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        started = [child for task in children.parents[1].iterdir() for child in (task / "children").read_text().split()]
        found = 0
        for process in (self.process.pid, *started):
            status = Path(f"/proc/{process}/status").read_text()
            held = re.search(r"VmRSS:\s+(\d+)", status)  # a process that has just ended holds nothing
            found += int(held[1]) if held else 0
        return found

    def analyze(self, spec):
        """Search a game for a moment."""
        body = json.dumps({"game": spec, "depth": 1}).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/analyze", body, timeout=300) as answer:
            return json.load(answer)

    def worked(self):
        """Give the seconds that it has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rest(self):
        """Wait until it has nothing to do."""
        before = -1.0
        while (now := self.worked()) - before > IDLE:
            before = now
            time.sleep(1)

    def close(self):
        """End it."""
        self.process.terminate()
        self.process.wait(10)


async def client(server, seconds, words, answers):
    """Ask for a search, note how late its words are; ask for the position meanwhile, and note how late that is."""
    async with server.socket() as page:
        asked = {}
        searching = False

        async def ask():
            for number in itertools.count(2):
                if not searching:
                    asked[number] = time.time()
                    await page.send(json.dumps({"id": number, "ask": "state", **LINE}))
                await asyncio.sleep(EACH)

        await page.send(json.dumps({"id": 1, "ask": "think", **SEARCH}))
        asking = asyncio.create_task(ask())
        ends = time.time() + seconds
        try:
            while (left := ends - time.time()) > 0:
                message = json.loads(await asyncio.wait_for(page.recv(), left))
                now = time.time()
                if message["id"] in asked:
                    answers.append(now - asked.pop(message["id"]))
                elif "depth" in message["info"]:
                    searching = True
                    words.append(now - message["info"]["made"])
        except TimeoutError:
            pass
        finally:
            asking.cancel()


async def crowd(server, count, seconds):
    """Let so many clients talk; give how late words and answers were."""
    words, answers = [], []
    await asyncio.gather(*(client(server, seconds, words, answers) for _ in range(count)))
    return words, answers


async def warm(server):
    """Let the server compile what it compiles once."""
    async with server.socket() as page:
        await page.send(json.dumps({"id": 1, "ask": "think", **LINE, "seconds": 1, "lines": 5}))
        while "answer" not in json.loads(await page.recv()):
            pass


def deaf(server):
    """Open a socket, ask for a search and for many positions, and read nothing of it."""
    talk = socket.create_connection(("127.0.0.1", server.port))
    talk.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = [
        "GET /socket HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    ]
    talk.sendall("\r\n".join([*head, "", ""]).encode())
    talk.recv(12)
    talk.settimeout(2)
    try:
        talk.sendall(frame({"id": 0, "ask": "think", **LINE, "seconds": 1}))
        for number in range(1, POURED):
            talk.sendall(frame({"id": number, "ask": "state", **LINE}))
    except TimeoutError:
        pass  # the server reads no more from who does not read
    return talk


def frame(message):
    """Write a message as a browser sends it, with a mask of zeros."""
    body = json.dumps(message).encode()
    length = bytes([0x80 | len(body)]) if len(body) < 126 else bytes([0x80 | 126]) + len(body).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + body


def files(server):
    """List the addresses of the page and all its files."""
    static = Path(__file__).parents[1] / "src" / "kibitz" / "page" / "static"
    return ["/", *(f"/static/{file.name}" for file in sorted(static.iterdir()) if not file.name.endswith(".d.ts"))]


def late(times):
    """Say how late something was: the middle, 95 %, the worst."""
    ordered = sorted(1000 * each for each in times)
    middle, most = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    return f"{len(ordered)} | {middle:.0f} | {most:.0f} | {ordered[-1]:.0f} |"


def measure(server, chosen, beside):
    """Print how late words and answers are."""
    words, answers = asyncio.run(crowd(server, chosen.clients, chosen.seconds))
    print(f"| words of {os.cpu_count()} searches{beside} | {late(words)}")
    print(f"| answers to {chosen.clients - os.cpu_count()} who wait{beside} | {late(answers)}", flush=True)


def variants(server, count):
    """Print the memory while other and other games are analysed."""
    sizes = itertools.product((3, 4, 5), range(4, 8), range(4, 9))
    specs = [f"connect-four:columns={columns},rows={rows},connect={connect}" for connect, rows, columns in sizes]
    if count > len(specs):
        raise SystemExit(f"--variants must be at most {len(specs)}, got {count}")
    held = []
    for spec in specs[:count]:
        server.analyze(spec)
        held.append(server.memory())
        print(f"{len(held):3} {spec}: {held[-1]:,} kB", flush=True)
    print(
        f"most after the first {MOST_KERNELS}: {max(held[:MOST_KERNELS]):,} kB; after all {count}: {max(held):,} kB",
        machine(),
        sep="\n",
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--variants", type=int, default=0)
    chosen = parser.parse_args()
    server = Server()
    try:
        if chosen.variants:
            variants(server, chosen.variants)
            return
        server.get("/api/games")
        asyncio.run(warm(server))
        print("| what | count | median, ms | 95 %, ms | worst, ms |\n| --- | --- | --- | --- | --- |")
        measure(server, chosen, "")

        every = files(server)
        for path in every * 20:
            server.get(path)
        server.rest()
        before = server.memory()
        for _ in range(chosen.pages):
            for path in every:
                server.get(path)
        grown = server.memory() - before
        told = [f"{chosen.pages} times the page and its {len(every) - 1} files: {grown:+,} kB of {before:,} kB"]

        for talk in [deaf(server) for _ in range(DEAF)]:  # what is taken once is taken now
            talk.close()
        server.rest()
        before = server.memory()
        silent = [deaf(server) for _ in range(DEAF)]
        server.rest()
        grown = server.memory() - before
        measure(server, chosen, f", beside {DEAF} that do not read")
        told.append(f"{DEAF} clients that stop reading: {grown:+,} kB")
        for talk in silent:
            talk.close()
        print("", *told, machine(), sep="\n")
    finally:
        server.close()


if __name__ == "__main__":
    main()
