"""Office packages made by hand, so that any part of them can be wrong."""

from __future__ import annotations

import io
import zipfile

_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

Parts = dict[str, bytes | str]


def zipped(parts: Parts) -> bytes:
    """Return a zip archive of the parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def relations(*entries: str) -> str:
    """Return a relationships part; an entry is ``id type target [mode]``."""
    rows = ""
    for entry in entries:
        identifier, kind, target, *mode = entry.split(" ")
        external = f' TargetMode="{mode[0]}"' if mode else ""
        rows += (
            f'<Relationship Id="{identifier}" Type="{OFFICE}/{kind}" Target="{target}"{external}/>'
        )
    return f'{_XML}<Relationships xmlns="{_RELS}">{rows}</Relationships>'


def content_types(**overrides: str) -> str:
    """Return the content types part; ``overrides`` maps part names to types."""
    rows = "".join(
        f'<Override PartName="/{name}" ContentType="{_TYPES}.{kind}+xml"/>'
        for name, kind in overrides.items()
    )
    return (
        f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        f"{rows}</Types>"
    )


def paragraph(text: str) -> str:
    """Return a Word paragraph."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def docx_parts(body: str, *relation: str, prolog: str = _XML) -> Parts:
    """Return the parts of a Word file."""
    return {
        "[Content_Types].xml": content_types(
            **{"word/document.xml": "wordprocessingml.document.main"}
        ),
        "_rels/.rels": relations("rId1 officeDocument word/document.xml"),
        "word/document.xml": f'{prolog}<w:document xmlns:w="{W}" xmlns:r="{OFFICE}">'
        f"<w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(*relation),
    }


def docx(body: str, *relation: str, prolog: str = _XML, **parts: bytes | str) -> bytes:
    """Return a Word file; ``parts`` are further parts of its ``word`` folder."""
    more = {f"word/{name}": data for name, data in parts.items()}
    return zipped({**docx_parts(body, *relation, prolog=prolog), **more})


def xlsx_parts(sheet: str, *, sheets: int = 1, strings: str = "", prolog: str = _XML) -> Parts:
    """Return the parts of a workbook whose sheets all hold the given XML."""
    numbers = range(1, sheets + 1)
    names = {f"xl/worksheets/sheet{n}.xml": "spreadsheetml.worksheet" for n in numbers}
    listed = "".join(f'<sheet name="Sheet{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    links = [f"rId{n} worksheet worksheets/sheet{n}.xml" for n in numbers]
    types = {"xl/workbook.xml": "spreadsheetml.sheet.main", **names}
    parts: Parts = {"_rels/.rels": relations("rId1 officeDocument xl/workbook.xml")}
    if strings:
        types["xl/sharedStrings.xml"] = "spreadsheetml.sharedStrings"
        links.append("rIdS sharedStrings sharedStrings.xml")
        parts["xl/sharedStrings.xml"] = f'{_XML}<sst xmlns="{S}">{strings}</sst>'
    parts["[Content_Types].xml"] = content_types(**types)
    parts["xl/workbook.xml"] = (
        f'{_XML}<workbook xmlns="{S}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>'
    )
    parts["xl/_rels/workbook.xml.rels"] = relations(*links)
    for name in names:
        parts[name] = f'{prolog}<worksheet xmlns="{S}">{sheet}</worksheet>'
    return parts


def xlsx(sheet: str, *, sheets: int = 1, strings: str = "", prolog: str = _XML) -> bytes:
    """Return a workbook whose sheets all hold the given XML."""
    return zipped(xlsx_parts(sheet, sheets=sheets, strings=strings, prolog=prolog))


def cell(place: str, text: str) -> str:
    """Return a cell that holds a text."""
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


LAUGHS = (
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a0 'ha ha ha ha '>"
    + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10))
    + "]>"
)
"""The prolog of an XML file whose entity ``&a9;`` stands for twelve gigabytes."""


def outside(place: str) -> str:
    """Return the prolog of an XML file whose entity ``&out;`` is the content of a place."""
    return (
        f"<?xml version='1.0'?><!DOCTYPE x SYSTEM '{place}/x.dtd' [<!ENTITY out SYSTEM '{place}'>"
        f"<!ENTITY % more SYSTEM '{place}'> %more;]>"
    )
