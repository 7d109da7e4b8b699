"""What verifying a lake has found, as text."""

from __future__ import annotations

from graphwright.inspection.verification import Verification


def verification_text(found: Verification) -> str:
    """Return a line for each damaged file, with what to do, and one for the whole."""
    lines = [f"{d.part} {d.path}: {d.problem}\n  {d.remedy}" for d in found.damage]
    if found.unsealed:
        lines.append(
            f"{found.unsealed:,} table files of an older version carry no checksum; the next build"
            " writes them again."
        )
    said = f"{len(found.damage):,} damaged" if found.damage else "none damaged"
    lines.append(f"{found.files:,} files, {found.bytes / 1e6:,.1f} MB: {said}.")
    return "\n".join(lines)
