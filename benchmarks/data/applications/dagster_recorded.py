"""Dagster's web server that also notes each GraphQL operation that it is asked for.

    GRAPHQL_RECORD=file python dagster_recorded.py -w workspace.yaml -h 127.0.0.1 -p 3000

A line is kind and name of an operation: the witness of what reached the server.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dagster_webserver.cli import main
from dagster_webserver.webserver import DagsterWebserver
from graphql import OperationDefinitionNode, parse

_answer = DagsterWebserver.execute_graphql_request


def operations(document: str) -> Iterator[str]:
    """Yield kind and name of each operation that a document holds."""
    for definition in parse(document).definitions:
        if isinstance(definition, OperationDefinitionNode):
            name = definition.name.value if definition.name else "-"
            yield f"{definition.operation.value} {name}"


async def _noted(self: DagsterWebserver, *, query: str, **more: Any) -> Any:
    with Path(os.environ["GRAPHQL_RECORD"]).open("a", encoding="utf-8") as record:
        record.writelines(f"{operation}\n" for operation in operations(query))
    return await _answer(self, query=query, **more)


if __name__ == "__main__":
    DagsterWebserver.execute_graphql_request = _noted
    main()
