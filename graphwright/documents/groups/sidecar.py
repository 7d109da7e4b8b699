"""The sidecar of groups: a file beside the sources that says who sees which documents.

A line that cannot be understood stops the build: left out, it might show what it was to hide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from graphwright.csv_text import csv_entries
from graphwright.documents.groups.rules import GroupRule
from graphwright.documents.sidecars.file import Sidecar
from graphwright.errors import SettingsError
from graphwright.settings import GroupPattern

_COLUMNS = ("collection", "path", "groups")
_REMEDY = (
    "Give each entry a 'path' (a glob) and 'groups', of which 'everybody' or 'nobody' stand alone,"
    " and a 'collection' where it is meant for one."
)
_SHOWN = 5

_SIDECAR = Sidecar("groups", "access.sidecar", _REMEDY)


def read_groups(path: Path | None) -> bytes:
    """Return the bytes of the sidecar; none without a file. Raises ``SettingsError``."""
    return _SIDECAR.read(path)


def sidecar_rules(path: Path | None, data: bytes) -> list[GroupRule]:
    """Return the rules of a sidecar of this name and content, in its order.

    YAML holds ``documents:`` with a list of mappings of collection, path and groups; CSV has the
    same columns, several groups in a cell separated by ``;`` or ``|``. Raises ``SettingsError``
    that names each wrong line.
    """
    if path is None:
        return []
    return _checked(path, _SIDECAR.rows(path, data, _from_yaml, _from_csv))


def _checked(path: Path, rows: list[tuple[int, Mapping[str, object]]]) -> list[GroupRule]:
    rules, problems = [], []
    for line, fields in rows:
        try:
            rules.append(_rule(f"{path.name}, line {line}", fields))
        except ValueError as error:
            problems.append(f"line {line}: {_told(error)}")
    if problems:
        more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
        raise SettingsError(
            f"The sidecar of groups {path} has {len(problems)} wrong line(s): "
            f"{'; '.join(problems[:_SHOWN])}{more}.",
            remedy=_REMEDY,
        )
    return rules


def _rule(place: str, fields: Mapping[str, object]) -> GroupRule:
    if unknown := sorted(str(name)[:60] for name in fields if name not in _COLUMNS):
        raise ValueError(f"it has {', '.join(unknown)}, which nothing here is called")
    collection = fields.get("collection")
    if not isinstance(collection, str | None):
        raise ValueError(f"'collection' is {type(collection).__name__}, not a name")
    groups = fields.get("groups", ())
    if isinstance(groups, str):
        groups = [name.strip() for name in groups.replace("|", ";").split(";") if name.strip()]
    found = GroupPattern.model_validate({"path": fields.get("path", ""), "groups": groups})
    return GroupRule(place, collection, found.path, found.groups)


def _told(error: ValueError) -> str:
    """Return what is wrong, in one line; pydantic's errors have several."""
    problems = getattr(error, "errors", None)
    if problems is None:
        return str(error)
    first = problems(include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"


def _from_yaml(text: str, path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    root = yaml.compose(text, yaml.SafeLoader)
    found = dict(_pairs(root)).get("documents") if isinstance(root, yaml.MappingNode) else None
    if not isinstance(found, yaml.SequenceNode):
        raise SettingsError(
            f"The sidecar of groups {path} must hold the key 'documents' with a list below it.",
            remedy=_REMEDY,
        )
    for entry in found.value:
        line = entry.start_mark.line + 1
        if not isinstance(entry, yaml.MappingNode):
            raise SettingsError(
                f"The sidecar of groups {path}, line {line}: a mapping was expected.",
                remedy=_REMEDY,
            )
        yield line, {name: _plain(value) for name, value in _pairs(entry)}


def _pairs(node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
    for key, value in node.value:
        yield str(key.value).strip(), value


def _plain(node: yaml.Node) -> object:
    if isinstance(node, yaml.SequenceNode):
        return [str(item.value) for item in node.value]
    return node.value


def _from_csv(text: str, path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    reader = csv_entries(text)
    reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or ()]
    if not {"path", "groups"} <= set(reader.fieldnames):
        raise SettingsError(
            f"The sidecar of groups {path} has the columns {reader.fieldnames}, but 'path' and "
            "'groups' were expected among them.",
            remedy=_REMEDY,
        )
    for row in reader:
        fields: dict[str, object] = {
            str(name): value.strip() for name, value in row.items() if isinstance(value, str)
        }
        fields = {name: value for name, value in fields.items() if value}
        if None in row:
            fields["(cells without a column)"] = ""
        yield reader.line_num, fields
