"""A local HTTP server that speaks OpenAI's API well enough to test against, faults included.

It is a real server on 127.0.0.1: clients make real calls. What it answers is computed from the
request by a plain rule, or scripted; what it was asked is recorded. Faults are given as a script
(one for each request, in order of arrival), or chosen by a function of the request.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
import struct
import threading
import time
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from server_batches import Batches
from server_faults import Content, CutOff, Fault, HangUp, HttpError, RawBody, Refusal, Slow

KEY = "test-key-5f1c"


@dataclasses.dataclass(frozen=True)
class Recorded:
    """A request as it arrived; ``at`` is the monotonic time in seconds.

    The lines of a batch are recorded too, each as the chat that it is, with ``batched``.
    """

    path: str
    body: dict[str, Any]
    authorization: str
    at: float
    batched: bool = False
    query: str = ""

    @property
    def last_user(self) -> str:
        """The content of the last user message."""
        return next(m["content"] for m in reversed(self.body["messages"]) if m["role"] == "user")

    @property
    def passage(self) -> str:
        """The document text between the passage tags of the last user message, if any."""
        found = re.search(r"<passage-(\w+)>\n(.*)\n</passage-\1>", self.last_user, re.DOTALL)
        return found[2] if found else ""


Answer = Callable[[Recorded], str]


def plain_rule(request: Recorded) -> str:
    """Read each "A verbs B." of the passage as a triple: the verb is the first inner word in -s.

    An honest if simple reader: what it answers depends on the passage alone.
    """
    triples = []
    for sentence in re.findall(r"[^.!?\n]+[.!?]", request.passage):
        words = sentence.strip().rstrip(".!?").split()
        verbs = [i for i, w in enumerate(words[1:-1], 1) if w.endswith("s") and w.islower()]
        if verbs:
            triples.append(_triple(sentence.strip(), words, verbs[0]))
    return json.dumps({"triples": triples})


def _triple(sentence: str, words: list[str], verb: int) -> dict[str, Any]:
    return triple(
        sentence=sentence,
        subject=" ".join(words[:verb]),
        predicate=words[verb],
        object=" ".join(words[verb + 1 :]),
    )


def triple(**given: Any) -> dict[str, Any]:
    """Return a triple as a model answers it, with plain values for what is not given."""
    plain = {
        "subject_type": None, "object_type": None, "negated": False, "modality": None,
        "condition": None, "attribution": None, "qualifiers": [], "confidence": 0.9,
    }  # fmt: skip
    return plain | given


def vector(text: str, dimensions: int) -> list[float]:
    """Return a unit vector that depends on the text alone."""
    numbers = []
    for block in range((dimensions + 7) // 8):
        digest = hashlib.sha256(f"{block}:{text}".encode()).digest()
        numbers += [value / 2**31 for value in struct.unpack("<8i", digest)]
    numbers = numbers[:dimensions]
    length = sum(number * number for number in numbers) ** 0.5
    return [number / length for number in numbers]


class OpenAiServer:
    """The server, as a context manager; ``base_url`` is what a client is given.

    ``key``: the only key let in (``None`` lets all in). ``refuses``: response formats and
    parameters answered with 400, as simpler servers do; ``names_parameter`` says whether the error
    tells which. ``script``: faults for the first requests in order of arrival (``None``: answer
    well). ``fault_for``: chooses a fault for any request past the script. ``usage``: tokens that
    each chat is said to cost, None for a server that does not tell. ``batch_looks`` and
    ``batch_ends``: see ``Batches``.
    """

    def __init__(
        self,
        *,
        key: str | None = KEY,
        answer: Answer = plain_rule,
        refuses: Iterable[str] = (),
        names_parameter: bool = False,
        script: Iterable[Fault | None] = (),
        fault_for: Callable[[Recorded], Fault | None] | None = None,
        dimensions: int = 64,
        usage: tuple[int, int] | None = (100, 20),
        batch_looks: int = 1,
        batch_ends: Iterable[str] = (),
    ) -> None:
        self.key = key
        self.answer = answer
        self.refuses = frozenset(refuses)
        self.names_parameter = names_parameter
        self.dimensions = dimensions
        self.usage = usage
        self.batches = Batches(self._batched_chat, batch_looks, batch_ends)
        self.requests: list[Recorded] = []
        self._script = list(script)
        self._fault_for = fault_for
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._http = _Server(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        """Address of the API, as a client wants it."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @property
    def azure_url(self) -> str:
        """Address of the API as a resource of Azure OpenAI has it."""
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def chats(self) -> list[Recorded]:
        """Return the chat requests so far, in order of arrival."""
        return [r for r in self.requests if r.path.endswith("/chat/completions")]

    def __enter__(self) -> OpenAiServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening: later calls find nobody there."""
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def closed(self) -> bool:
        """Whether the server has stopped to answer."""
        return self._closing.is_set()

    def receive(self, request: Recorded) -> Fault | None:
        """Record a request and return the fault that it meets, if any."""
        with self._lock:
            self.requests.append(request)
            if self._script:
                return self._script.pop(0)
        return self._fault_for(request) if self._fault_for else None

    def reply(self, request: Recorded, fault: Fault | None) -> tuple[int, Any] | None:
        """Return status and JSON that answer a chat; None where the fault leaves no answer."""
        match fault:
            case HttpError():
                return fault.status, fault.body()
            case HangUp():
                return None
            case RawBody(data):
                return 200, data.decode()
            case Refusal(text):
                return 200, self._completion(None, "stop", text)
            case Content(text, finish_reason):
                return 200, self._completion(text, finish_reason)
            case CutOff():
                text = self.answer(request)
                return 200, self._completion(text[: len(text) // 2], "length")
            case Slow(seconds):
                self.sleep(0 if request.batched else seconds)
        return 200, self._completion(self.answer(request), "stop")

    def _completion(self, text: str | None, finish: str, refusal: str | None = None) -> Any:
        message = {"role": "assistant", "content": text, "refusal": refusal}
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        made = {
            "id": "chat", "object": "chat.completion", "created": 0, "model": "rule",
            "choices": [choice],
        }  # fmt: skip
        if self.usage is None:
            return made
        asked, answered = self.usage
        usage = {"prompt_tokens": asked, "completion_tokens": answered}
        return made | {"usage": usage | {"total_tokens": asked + answered}}

    def _batched_chat(self, body: dict[str, Any], path: str) -> tuple[int, Any] | None:
        request = Recorded(path, body, "", time.monotonic(), batched=True)
        fault = self.receive(request)
        refused = self.refused(body)
        return self.reply(request, refused or fault)

    def refused(self, body: dict[str, Any]) -> HttpError | None:
        """Return the error that tells that a parameter is not understood, if one is not."""
        form = body.get("response_format", {}).get("type")
        name = "response_format" if form in self.refuses else None
        name = name or next((n for n in sorted(self.refuses) if n in body), None)
        if name is None:
            return None
        code = "unsupported_parameter" if self.names_parameter else None
        param = name if self.names_parameter else None
        return HttpError(400, "This request is not understood.", code, param)

    def sleep(self, seconds: float) -> None:
        """Sleep, but not past the server's end."""
        self._closing.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, owner: OpenAiServer) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that went away: tests of timeouts do so on purpose."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two writes: else 40 ms a call
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test's output clean."""

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        admitted = self._admitted(path, {})
        if not admitted:
            return
        if isinstance(admitted[1], HttpError):
            self._error(admitted[1])
            return
        batches = self.server.owner.batches
        match path.removeprefix("/v1/").removeprefix("/openai/").split("/"):
            case ["batches"]:
                self._json(batches.listed())
            case ["batches", name] if name in batches.made:
                self._json(batches.look(name))
            case ["files", name, "content"] if name in batches.files:
                cut = isinstance(admitted[1], HangUp)
                self._send(200, batches.files[name], "application/octet-stream", cut=cut)
            case _:
                self._error(HttpError(404, f"There is no {self.path}."))

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        form = self.headers["Content-Type"]
        body = {} if form.startswith("multipart/") else json.loads(data)
        path = urlsplit(self.path).path
        owner = self.server.owner
        admitted = self._admitted(path, body)
        if not admitted:
            return
        request, fault = admitted
        if (refused := owner.refused(body)) is not None:
            self._error(refused)
        elif path.endswith("/chat/completions"):
            self._chat(request, fault)
        elif path.endswith("/embeddings"):
            self._embeddings(request, fault)
        elif isinstance(fault, HttpError):
            self._error(fault)
        elif isinstance(fault, HangUp):
            self.close_connection = True
        elif path.endswith("/files"):
            self._json(owner.batches.upload(form, data))
        elif path.endswith("/batches"):
            self._json(owner.batches.create(body))
        else:
            self._error(HttpError(404, f"There is no {self.path}."))

    def _admitted(self, path: str, body: dict[str, Any]) -> tuple[Recorded, Fault | None] | None:
        """Record a request and return it with its fault; None where it has been turned away."""
        owner = self.server.owner
        said = self.headers.get("Authorization") or f"Bearer {self.headers.get('api-key', '')}"
        query = urlsplit(self.path).query
        request = Recorded(path, body, said, time.monotonic(), query=query)
        if owner.closed:
            self.close_connection = True  # a connection kept alive past the server's end
            return None
        fault = owner.receive(request)
        if owner.key is not None and said != f"Bearer {owner.key}":
            key = said.removeprefix("Bearer ")
            self._error(HttpError(401, f"Incorrect API key: {key}.", "invalid_api_key"))
            return None
        return request, fault

    def _chat(self, request: Recorded, fault: Fault | None) -> None:
        match fault:
            case HttpError():
                self._error(fault)
            case RawBody(data, content_type):
                self._send(200, data, content_type)
            case _:
                reply = self.server.owner.reply(request, fault)
                if reply is None:
                    self.close_connection = True
                elif request.body.get("stream"):
                    self._stream(reply[1], request.body)
                else:
                    self._json(reply[1])

    def _stream(self, completion: Any, body: Any) -> None:
        """Send the words of a completion one by one, as server-sent events; usage where asked."""
        (choice,) = completion["choices"]
        words = (choice["message"]["content"] or "").split(" ")
        sent = [word if not place else f" {word}" for place, word in enumerate(words)]
        usage = completion.pop("usage")
        kind = {**completion, "object": "chat.completion.chunk"}
        events = [
            json.dumps({**kind, "choices": [{"index": 0, "delta": {"content": part}}]})
            for part in sent
        ]
        if body.get("stream_options", {}).get("include_usage"):
            events.append(json.dumps({**kind, "choices": [], "usage": usage}))
        data = "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"])
        self._send(200, data.encode(), "text/event-stream")

    def _embeddings(self, request: Recorded, fault: Fault | None) -> None:
        match fault:
            case HttpError():
                self._error(fault)
                return
            case RawBody(raw, content_type):
                self._send(200, raw, content_type)
                return
            case Slow(seconds):
                self.server.owner.sleep(seconds)
        given = request.body["input"]
        texts = [given] if isinstance(given, str) else given
        size = request.body.get("dimensions") or self.server.owner.dimensions
        as_bytes = request.body.get("encoding_format") == "base64"
        data = []
        for index, text in enumerate(texts):
            numbers: Any = vector(text, size)
            if as_bytes:
                numbers = base64.b64encode(struct.pack(f"<{size}f", *numbers)).decode()
            data.append({"object": "embedding", "index": index, "embedding": numbers})
        data.reverse()  # the index says which is which, not the order
        usage = {"prompt_tokens": sum(len(text.split()) for text in texts), "total_tokens": 0}
        self._json({"object": "list", "model": request.body["model"], "data": data, "usage": usage})

    def _error(self, fault: HttpError) -> None:
        headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
        data = json.dumps(fault.body()).encode()
        self._send(fault.status, data, "application/json", headers)

    def _json(self, value: Any) -> None:
        self._send(200, json.dumps(value).encode(), "application/json")

    def _send(
        self,
        status: int,
        data: bytes,
        content_type: str,
        headers: dict[str, str] | None = None,
        *,
        cut: bool = False,
    ) -> None:
        """Send an answer; with ``cut`` the connection is lost in the middle of it."""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut
