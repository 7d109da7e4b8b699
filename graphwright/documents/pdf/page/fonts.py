"""A font's style from its PostScript name and descriptor flags.

A descriptor's weight is guessed by many producers, so the name is asked first; TeX's names say
bold in their own way (CMBX, SFBX, LMRoman10-Bold).
"""

from __future__ import annotations

import re

from graphwright.documents.pdf.page.objects import Font

_FIXED_PITCH, _ITALIC, _FORCE_BOLD = 1 << 0, 1 << 6, 1 << 18
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD = re.compile(
    r"bold|black|heavy|demi|[-,]B[dI]?$|^(?:CM|SF|EC|LC|EU|T[12])[A-Z]*?B(?:X|F|R?M?\d)|^cmssb|"
    r"Medi(?:um)?(?:Ital|Obli)?$|^(?:CMSSDC|SFSX|SFXB|SFBX|SFTB)",
    re.IGNORECASE,
)
_ITALIC_NAME = re.compile(
    r"ital|obli|slant|[-,](?:It|I|BI)$|^(?:CM|SF|EC)[A-Z]*(?:TI|SL|BXTI|MI)\d", re.I
)
_MONO = re.compile(
    r"cour|mono|typewriter|consol|menlo|fixed|inconsol|xtt\d*$|^(?:CM|SF|EC|LM)[A-Z]*TT|nimbusmonl"
    r"|terminal|lucidasanstyp|sourcecode|[a-z]code\b",
    re.IGNORECASE,
)


def font_style(name: str, flags: int) -> Font:
    """Return the style of a font by its base name and the flags of its descriptor."""
    plain = _SUBSET.sub("", name)
    bold = bool(_BOLD.search(plain)) or bool(flags & _FORCE_BOLD)
    italic = bool(_ITALIC_NAME.search(plain)) or bool(flags & _ITALIC)
    mono = bool(_MONO.search(plain)) or bool(flags & _FIXED_PITCH)
    return Font(plain, bold, italic, mono)
