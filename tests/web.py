"""A server for tests, in this process, and a client that talks to it as a page does."""

import json
import socket
import threading
import time

import uvicorn
from websockets.sync.client import connect

from kibitz.interface.web.app import create_app
from kibitz.interface.web.guard import configured
from kibitz.interface.web.rooms import Own, Rooms


class Server:
    """Kibitz in the browser at a free port of this machine, or at one that another server has left."""

    def __init__(self, own=None, port=0, lessons=None, read_only=False, stores=()):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.rooms = Rooms(Own(own) if own else None, lessons, stores)
        self.server = uvicorn.Server(configured(create_app(self.rooms, read_only=read_only)))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def page(self, **options):
        return Page(connect(f"ws://127.0.0.1:{self.port}/socket", legacy=True, **options))

    def close(self):
        self.server.should_exit = True
        self.thread.join(10)
        self.listener.close()


class Page:
    """What a page does with its socket."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def begin(self, ask, **fields):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "ask": ask, **fields}))
        return self.number

    def hear(self, timeout=120):
        return json.loads(self.socket.recv(timeout))

    def finish(self, number, heard=None):
        """Wait for the answer to a question; what is said on the way goes to a list."""
        while True:
            message = self.hear()
            if message["id"] != number:
                continue
            if "info" not in message:
                return message
            if heard is not None:
                heard.append(message["info"])

    def ask(self, what, heard=None, **fields):
        message = self.finish(self.begin(what, **fields), heard)
        if "error" in message:
            raise Refused(message["error"])
        return message["answer"]


class Refused(Exception):
    """The server said what is wrong."""
