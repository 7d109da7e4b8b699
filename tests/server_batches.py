"""Files and batches of the local API server: what is uploaded, run line by line, and fetched.

The server hands over what it was asked and what answers a chat; nothing here speaks HTTP.
"""

from __future__ import annotations

import dataclasses
import email.parser
import email.policy
import json
from collections.abc import Callable, Iterable
from typing import Any

Chat = Callable[[dict[str, Any], str], tuple[int, Any] | None]
"""Answers a chat request's body within a batch: status and JSON, or None where there is none."""


@dataclasses.dataclass
class Batch:
    """A batch as the API shows it, and how many more looks it takes until it is done."""

    shown: dict[str, Any]
    looks: int
    ends: str


class Batches:
    """The files and batches of one server.

    A batch runs when it is made, and is shown as done after ``looks`` looks. ``ends`` are the last
    states of the batches in their order (past its end: completed); an expired one has answered the
    first half of its lines, a failed one none.
    """

    def __init__(self, chat: Chat, looks: int, ends: Iterable[str]) -> None:
        self.files: dict[str, bytes] = {}
        self.made: dict[str, Batch] = {}
        self._chat = chat
        self._looks = looks
        self._ends = list(ends)

    def upload(self, content_type: str, data: bytes) -> dict[str, Any]:
        """Keep an uploaded file (multipart/form-data) and return it as the API does."""
        head = f"Content-Type: {content_type}\r\n\r\n".encode()
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + data)
        parts = {
            part.get_param("name", header="content-disposition"): part
            for part in form.iter_parts()  # type: ignore[attr-defined]  # multipart, as HTTP has it
        }
        content = parts["file"].get_payload(decode=True)
        return self._keep(content, parts["purpose"].get_payload(decode=True).decode().strip())

    def create(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Make a batch of an uploaded file, and run it."""
        name = f"batch_{len(self.made)}"
        ends = self._ends.pop(0) if self._ends else "completed"
        shown = {
            "id": name, "object": "batch", "endpoint": asked["endpoint"], "status": "in_progress",
            "input_file_id": asked["input_file_id"], "created_at": 0,
            "completion_window": asked["completion_window"], "metadata": asked.get("metadata"),
        }  # fmt: skip
        self.made[name] = Batch(shown, self._looks, ends)
        if ends != "failed":
            self._run(self.made[name], asked)
        return shown

    def look(self, name: str) -> dict[str, Any]:
        """Return a batch, a look nearer to its end."""
        batch = self.made[name]
        batch.looks -= 1
        if batch.looks < 0:
            batch.shown["status"] = batch.ends
            if batch.ends == "failed":
                batch.shown["errors"] = {
                    "object": "list", "data": [{"code": "invalid_file", "message": "Bad file."}]
                }  # fmt: skip
        running = batch.shown["status"] == "in_progress"
        hidden = {"output_file_id", "error_file_id"} if running else set()
        return {key: value for key, value in batch.shown.items() if key not in hidden}

    def listed(self) -> dict[str, Any]:
        """Return all batches, the last first, as one page."""
        shown = [batch.shown for batch in reversed(self.made.values())]
        return {"object": "list", "data": shown, "has_more": False}

    def _run(self, batch: Batch, asked: dict[str, Any]) -> None:
        lines = [json.loads(line) for line in self.files[asked["input_file_id"]].splitlines()]
        answered = lines[: len(lines) // 2] if batch.ends == "expired" else lines
        good, bad = [], []
        for line in answered:
            reply = self._chat(line["body"], line["url"])
            status, body = reply or (500, {"error": {"message": "lost", "code": None}})
            made = {
                "id": f"line_{line['custom_id'][:8]}", "custom_id": line["custom_id"],
                "response": {"status_code": status, "request_id": "r", "body": body},
                "error": None,
            }  # fmt: skip
            (good if status == 200 else bad).append(made)
        for line in lines[len(answered) :]:
            error = {"code": "batch_expired", "message": "This request could not be executed."}
            bad.append({"custom_id": line["custom_id"], "response": None, "error": error})
        for name, rows in (("output_file_id", good), ("error_file_id", bad)):
            if rows:
                text = "".join(json.dumps(row) + "\n" for row in rows)
                batch.shown[name] = self._keep(text.encode(), "batch_output")["id"]

    def _keep(self, content: bytes, purpose: str) -> dict[str, Any]:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return {
            "id": name, "object": "file", "bytes": len(content), "created_at": 0,
            "filename": f"{name}.jsonl", "purpose": purpose, "status": "processed",
        }  # fmt: skip
