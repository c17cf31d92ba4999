"""The same for programs, as JSON over HTTP: POST /api/analyze, GET /api/games, GET /api/openapi.json."""

import asyncio
import threading
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from kibitz.errors import KibitzError, OptionError
from kibitz.interface.web.answers import Answers
from kibitz.interface.web.message import MOST_BYTES, parsed
from kibitz.interface.web.rooms import Rooms
from kibitz.interface.web.searches import Busy
from kibitz.interface.web.thinking import MOST_DEPTH, MOST_LINES, MOST_SECONDS
from kibitz.interface.web.worker import Lost
from kibitz.search.algorithm import ALGORITHMS
from kibitz.search.engine.level import MOST_LEVEL
from kibitz.search.engine.settings import SEARCHES
from kibitz.version import __version__

NUMBER, WHOLE, TEXT = {"type": "number"}, {"type": "integer"}, {"type": "string"}
ASKED = {
    "game": {**TEXT, "description": "a built-in game, optionally with parameters: connect-four:columns=6"},
    "position": {**TEXT, "description": "as the game writes it; by default the starting position"},
    "moves": {**TEXT, "description": "names of moves from there, separated by spaces"},
    "algorithm": {**TEXT, "enum": list(ALGORITHMS), "description": "by default the one that suits the game"},
    "seconds": {**NUMBER, "minimum": 0.01, "maximum": MOST_SECONDS},
    "depth": {**WHOLE, "minimum": 0, "maximum": MOST_DEPTH},
    "nodes": {**WHOLE, "minimum": 1},
    "visits": {**WHOLE, "minimum": 1, "description": "simulations of mcts, which has no depth"},
    "search": {**TEXT, "enum": list(SEARCHES), "description": "of the engine; by default the one that suits the game"},
    "level": {**WHOLE, "minimum": 1, "maximum": MOST_LEVEL, "description": "how strong the engine plays"},
    "seed": {**WHOLE, "minimum": 0, "description": "for the random choices of a level"},
    "lines": {**WHOLE, "minimum": 1, "maximum": MOST_LINES},
    "others": {**TEXT, "description": "how the other players are assumed to play: best, random, policy or best:0.8"},
    "keep_rate": {**NUMBER, "minimum": 0.01, "maximum": 1, "description": "of RB's filter"},
}
"""The fields of a search request, as OpenAPI describes them."""


def routes(rooms: Rooms, read_only: bool = False) -> list[Route]:
    """Return the routes of the API; a read-only server searches for its own page alone."""

    async def games(request: Request) -> JSONResponse:
        return JSONResponse(await asyncio.to_thread(rooms.shelf.listed))

    async def analyze(request: Request) -> JSONResponse:
        if read_only:
            return JSONResponse({"error": "this server is read-only: it searches for its own page alone"}, 403)
        answers, stop = Answers(rooms.shelf, rooms.lessons), threading.Event()

        async def ignore(word: dict[str, Any]) -> None:
            if await request.is_disconnected():
                stop.set()

        try:
            message = parsed(await body_of(request))
            if unknown := [name for name in message if name not in ASKED]:
                raise OptionError(f"unknown field {unknown[0][:60]!r}; expected {', '.join(ASKED)}")
            work, searches = await rooms.begin(answers, "analyze", message)
            found = await searches.run(work, ignore, stop)
        except (Busy, Lost) as error:
            return JSONResponse({"error": str(error)}, 503)
        except KibitzError as error:
            return JSONResponse({"error": str(error)}, 400)
        finally:
            rooms.forget(answers)
        return JSONResponse(found)

    async def openapi(request: Request) -> JSONResponse:
        return JSONResponse(description())

    return [
        Route("/api/games", games),
        Route("/api/analyze", analyze, methods=["POST"]),
        Route("/api/openapi.json", openapi),
    ]


async def body_of(request: Request) -> bytes:
    """Return a request's body; raise if it is too large."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                raise OptionError(f"a request must have at most {MOST_BYTES} bytes")
    except ClientDisconnect:
        raise OptionError("the request was interrupted") from None
    return body


def description() -> dict[str, Any]:
    """Return the description of the API as OpenAPI."""
    line = {
        "type": "object",
        "properties": {
            "move": WHOLE,
            "names": {"type": "array", "items": TEXT},
            "score": NUMBER,
            "text": TEXT,
            "visits": {**WHOLE, "nullable": True},
        },
    }
    found = {
        "search": {**TEXT, "nullable": True, "description": "which search the engine chose"},
        "move": {**WHOLE, "nullable": True},
        "name": {**TEXT, "nullable": True},
        "score": {**NUMBER, "nullable": True, "description": "of the player to move"},
        "scores": {"type": "array", "items": NUMBER, "nullable": True, "description": "each player's, where known"},
        "text": {**TEXT, "description": "the score in words"},
        "proven": {**TEXT, "nullable": True, "enum": ["win", "loss", "draw", "exact", None]},
        "distance": {**WHOLE, "nullable": True, "description": "plies to the end, if proven"},
        "depth": WHOLE,
        "nodes": WHOLE,
        "visits": {**WHOLE, "nullable": True, "description": "simulations of mcts"},
        "seconds": NUMBER,
        "pv": {"type": "array", "items": TEXT},
        "lines": {"type": "array", "items": line},
        "finished": {"type": "boolean"},
    }
    error = answer("what is wrong, in one sentence", {"type": "object", "properties": {"error": TEXT}})
    return {
        "openapi": "3.0.3",
        "info": {
            "title": "Kibitz",
            "version": __version__,
            "description": "Searches games written in plain Python.",
        },
        "paths": {
            "/api/games": {
                "get": {
                    "summary": "List the games with their parameters.",
                    "responses": {"200": answer("the games", {"type": "array", "items": {"type": "object"}})},
                }
            },
            "/api/analyze": {
                "post": {
                    "summary": "Search a position and return the best move and everything that was found.",
                    "requestBody": {
                        "required": True,
                        "content": json_of({"type": "object", "required": ["game"], "properties": ASKED}),
                    },
                    "responses": {
                        "200": answer("what was found", {"type": "object", "properties": found}),
                        "400": error,
                        "503": error,
                    },
                }
            },
        },
    }


def answer(words: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a response."""
    return {"description": words, "content": json_of(schema)}


def json_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the description of JSON with this schema."""
    return {"application/json": {"schema": schema}}
