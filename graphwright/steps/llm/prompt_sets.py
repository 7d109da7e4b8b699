"""Which prompts each collection is asked with, and what the answers depend on."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.code_versions import Code, version_of
from graphwright.extraction.extractors import LLM
from graphwright.ids import fingerprint
from graphwright.settings import LlmSettings, Settings
from graphwright.store.lake import Lake


def prompts_by_collection(settings: Settings) -> dict[str, str]:
    """Return the prompt set of each collection that asks for an LLM."""
    return {c.name: c.prompts for c in settings.collections if LLM.is_asked(c.extractor)}


ENDPOINT = (
    "graphwright.llm.answers",
    "graphwright.llm.calls",
    "graphwright.llm.provider",
    "graphwright.llm.versions",
)
"""How answers of an LLM are come by: no answer is another for it."""

SUMMARY_CODE = Code(
    (
        "graphwright.steps.llm.outlines",
        "graphwright.llm.reading.document_summary",
        "graphwright.llm.calls.reply",
    ),
    (*ENDPOINT, "graphwright.llm.reading.verbatim_check"),
)
"""The code that reads answers about whole documents."""

TRIPLES_CODE = Code(
    (
        "graphwright.steps.llm.triples",
        "graphwright.llm.extractor",
        "graphwright.llm.calls.reply",
    ),
    (*ENDPOINT, "graphwright.llm.reading.document_summary"),
)
"""The code that reads answers about chunks."""


class PromptSets:
    """Which prompt set the documents of a bucket are asked with, and what each set depends on."""

    def __init__(self, settings: LlmSettings, prompts: Mapping[str, str]) -> None:
        from graphwright.llm.versions import llm_versions  # noqa: PLC0415

        self._prompts = prompts
        used = {
            name: llm_versions(settings, name) | _code(name)
            for name in {"triples", *prompts.values()}
        }
        self.versions = {name: fingerprint(versions) for name, versions in used.items()}
        """Prompt set to the fingerprint of all that shapes its rows beside the text."""
        self.causes: dict[str, object] = {}
        for name in sorted(used):
            self.causes |= used[name]
        guided = sorted(name for name, chosen in prompts.items() if chosen == "entities")
        # No part of a unit's key: a collection that is as it was is not asked anew.
        self.causes |= {"prompts.entities": ", ".join(guided)} if guided else {}

    def of_documents(self, lake: Lake, bucket: int) -> dict[str, str]:
        """Return document id to prompt set, for the documents that an LLM is asked about."""
        names = ["document_id", "extractor", "collection"]
        data = lake.read("parsed_documents", bucket, names).to_pylist()
        return {
            row["document_id"]: self._prompts.get(row["collection"], "triples")
            for row in data
            if LLM.is_asked(row["extractor"])
        }


def _code(prompts: str) -> dict[str, str]:
    """Return the versions of the code that reads the answers to a prompt set."""
    versions = {"code.llm_triples": version_of(TRIPLES_CODE)}
    if prompts == "entities":
        versions["code.llm_outlines"] = version_of(SUMMARY_CODE)
    return versions
