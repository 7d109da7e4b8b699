"""A short session with the graph as an assistant has it, printed; over standard input and output.

.venv/bin/python examples/mcp_session.py .graphwright "Which orders need a second approval?"
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from mcp import Client, StdioServerParameters

_SERVER = "from dagster_project.cli import main; main()"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


async def _call(client: Client, tool: str, **arguments: Any) -> Any:
    _say(f"-> {tool} {json.dumps(arguments)}")
    answer = await client.call_tool(tool, arguments)
    if answer.is_error:
        _say(f"<- error: {answer.content[0].text}")  # type: ignore[union-attr]  # is text
    return answer.structured_content


async def session(lake: str, question: str) -> None:
    """Ask a question, follow its first fact to the document, and ask for what there is not."""
    server = StdioServerParameters(
        command=sys.executable, args=["-c", _SERVER, "mcp", "--lake", lake]
    )
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        _say("tools: " + ", ".join(tool.name for tool in tools))
        found = await _call(client, "search", question=question, k=2)
        for passage in found["chunks"]:
            cited = passage["citation"]
            _say(f"<- passage {passage['text'][:75]!r}... ({cited['title']}, {cited['locator']})")
        for fact in found["relations"][:2]:
            _say(f"<- fact {fact['text']!r}")
        quote = found["relations"][0]["quotes"][0]
        shown = await _call(client, "evidence", evidence_id=quote["evidence_id"])
        _say(f"<- quote {shown['quote']['text']!r}")
        card = await _call(client, "entity", name=found["relations"][0]["subject"])
        _say(
            f"<- {card['entity']['name']}: {card['outgoing_count'] + card['incoming_count']} facts"
        )
        await _call(client, "entity", name="Aproval Servise")


if __name__ == "__main__":
    asyncio.run(session(*sys.argv[1:3]))
