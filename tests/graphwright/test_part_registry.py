"""A registry gives what was registered, and says what there is where a name is unknown."""

import pytest

from graphwright.errors import SettingsError
from graphwright.registry import Registry


def test_a_member_is_found_by_its_name() -> None:
    registry: Registry[int] = Registry("number.kind")
    assert registry.register("one", 1) == 1
    registry.register("a", 2)
    assert registry.get("one") == 1
    assert registry.names == ("a", "one")
    assert list(registry) == [("one", 1), ("a", 2)]
    assert "a" in registry
    assert "b" not in registry


def test_an_unknown_name_is_an_error_that_lists_what_there_is() -> None:
    registry: Registry[int] = Registry("number.kind")
    with pytest.raises(SettingsError, match=r"number\.kind is 'two', but there is only nothing"):
        registry.get("two")
    registry.register("one", 1)
    registry.register("a", 2)
    with pytest.raises(SettingsError, match="there is only 'a', 'one'"):
        registry.get("two")


def test_a_name_is_given_once() -> None:
    registry: Registry[str] = Registry("word.kind")
    registry.register("one", "first")
    registry.register("one", "first")
    with pytest.raises(ValueError, match=r"word\.kind has 'one' already"):
        registry.register("one", "second")
