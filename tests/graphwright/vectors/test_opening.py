"""A store opened when it is asked for, or before, beside what the caller does."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, cast

import pytest

from graphwright.errors import VectorStoreError
from graphwright.vectors.opening import Opening


class Store:
    """Counts its rows once it may."""

    def __init__(self, *, may_count: bool = True) -> None:
        self.events: list[str] = []
        self.may_count = threading.Event()
        if may_count:
            self.may_count.set()

    def count(self, kind: str, model: str) -> int:
        assert self.may_count.wait(10)
        self.events.append(f"counted {kind} {model}")
        return 7

    def __enter__(self) -> Store:
        self.events.append("opened")
        return self

    def __exit__(self, *_: object) -> None:
        self.events.append("closed")


def opening(*stores: Store | Exception) -> Opening:
    left = list(stores)

    def open_store() -> Any:
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    return Opening(open_store, "chunks", "m")


def test_what_is_not_asked_for_is_not_opened() -> None:
    store = Store()
    with opening(store):
        pass
    assert store.events == []


def test_rows_are_counted_beside_other_work_and_by_nobody_else() -> None:
    store = Store(may_count=False)
    with opening(store) as vectors:
        vectors.begin()
        assert store.events == ["opened"]  # the caller goes on
        store.may_count.set()
        assert cast("object", vectors.store()) is store
        assert store.events == ["opened", "counted chunks m"]
        assert vectors.count() == 7
    assert store.events == ["opened", "counted chunks m", "closed"]


def test_a_store_is_opened_once_and_counts_when_it_is_asked() -> None:
    store = Store()
    with opening(store) as vectors:
        assert (vectors.count(), vectors.count()) == (7, 7)
        assert cast("object", vectors.store()) is store
    assert store.events == ["opened", *["counted chunks m"] * 2, "closed"]


def test_a_store_that_cannot_be_opened_before_is_opened_when_it_is_needed() -> None:
    store = Store()
    with opening(VectorStoreError("it is locked."), store) as vectors:
        vectors.begin()
        assert vectors.count() == 7
    with opening(VectorStoreError("once."), VectorStoreError("twice.")) as vectors:
        vectors.begin()
        with pytest.raises(VectorStoreError, match="twice"):
            vectors.store()


def test_it_is_closed_after_the_count_where_the_caller_fails() -> None:
    store = Store()
    with contextlib.suppress(RuntimeError), opening(store) as vectors:
        vectors.begin()
        raise RuntimeError
    assert store.events == ["opened", "counted chunks m", "closed"]
