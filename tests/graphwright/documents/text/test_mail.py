"""Messages: what of them is text, and what is said to be left out."""

from __future__ import annotations

from email.message import EmailMessage

from document_builders import parse


def test_mail() -> None:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Order 7", "a@example.com", "b@example.com"
    message.set_content("Dear B,\n\nit is sent.\n")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="bill.pdf")
    parsed = parse("m.eml", bytes(message))
    assert parsed.title == "Order 7"
    assert parsed.text.endswith("Dear B,\n\nit is sent.")
    assert parsed.warnings == ("attachment left out: bill.pdf",)
    message.clear_content()
    message.set_content("<p>Now <b>html</b>.</p>", subtype="html")
    assert parse("m.eml", bytes(message)).text.endswith("Now html.")


def part(text: str, kind: str = "plain") -> EmailMessage:
    made = EmailMessage()
    made.set_content(text, subtype=kind)
    return made


def container(kind: str, *parts: EmailMessage) -> EmailMessage:
    made = EmailMessage()
    made.add_header("Content-Type", f"multipart/{kind}")
    made.set_payload(list(parts))
    return made


def test_text_around_pictures_and_below_alternatives_is_read() -> None:
    picture = EmailMessage()
    picture.set_content(b"x", maintype="image", subtype="png", filename="a.png")
    rich = container(
        "mixed", part("<p>Before.</p>", "html"), picture, part("<p>After.</p>", "html")
    )
    message = container("mixed", container("alternative", part("Plain."), rich), part("A footer."))
    parsed = parse("m.eml", message.as_bytes())
    assert parsed.text == "Before.\n\nAfter.\n\nA footer."
    assert parsed.warnings == ("attachment left out: a.png",)


def test_pictures_of_a_page_are_no_attachments() -> None:
    logo = EmailMessage()
    logo.set_content(b"x", maintype="image", subtype="png", disposition="inline", cid="<l>")
    message = container("related", part("<p>Now.<img src='cid:l'></p>", "html"), logo)
    parsed = parse("m.eml", message.as_bytes())
    assert (parsed.text, parsed.warnings) == ("Now.", ())


def test_a_guessed_encoding_is_a_warning() -> None:
    parsed = parse("m.eml", "Subject: a\n\nDie Größe.\n".encode("cp1252"))
    assert parsed.text == "a\n\nDie Größe."
    assert any("cp1252" in warning for warning in parsed.warnings)
