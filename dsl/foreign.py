"""Signs and words of other languages, and characters of none: what to write instead."""

from __future__ import annotations

import unicodedata

from hoyle.dsl.diagnostics import Diagnostic
from hoyle.dsl.failure import Failure
from hoyle.dsl.scanner import Lexeme, scan

# ------------------------------------------------------------------------------------------------ signs


_QUOTES = "'‘’“”„«»「」『』‹›`"
_LOOKALIKES = {
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "*",
    "÷": "//",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "∈": "in",
    "∧": "and",
}
_LOOKALIKES |= {"∨": "or", "¬": "not", "、": ",", "。": ".", "…": "..", "∩": "&", "∪": "+"}
_FOREIGN = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "/": "//",
    "**": "*",
    "++": "+= 1",
    "--": "-= 1",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "===": "==",
    "!==": "!=",
    ":=": "=",
}


def unclosed_quotation(f: Failure) -> Diagnostic | None:
    if f.word.text != '"' or f.word.kind != "bad":
        return None
    return f.report(
        "E0103",
        "this quotation does not end on its line",
        "an explanation stands between two quotation marks on one line",
        'close it with `"`',
    )


def other_quotation_marks(f: Failure) -> Diagnostic | None:
    if f.word.kind != "bad" or f.word.text not in _QUOTES:
        return None
    return f.report("E0102", 'quotations stand between `"` and `"`', hint='write `"`')


def foreign_sign(f: Failure) -> Diagnostic | None:
    """`&&`, `!x`, `a / b`, `;`"""
    if f.word.kind not in ("bad", "sign"):
        return None
    sign = _cluster(f)
    if sign.text == ";":
        return f.report("E0118", "sentences are not ended or parted by `;`", hint="give each a line of its own")
    if sign.text == "?":
        return _value_first(f, sign)
    if sign.text not in _FOREIGN or (sign.text in "&|" and sign.kind == "sign"):
        return None
    if sign.text == "|":
        return _upright(f, sign)
    ours = _FOREIGN[sign.text]
    why = "`//` divides and rounds down; there are whole numbers only" if ours == "//" else None
    return f.report("E0118", f"`{sign.text}` means nothing here", why, f"write `{ours}`", at=f.span(sign))


def _upright(f: Failure, sign: Lexeme) -> Diagnostic:
    """`a | b`: between the members of a type or an option stands a comma, at the ends of a row nothing."""
    words = f.sentence.words if f.sentence else ()
    if words and words[0].text in ("type", "option"):
        return f.report("E0118", "`|` means nothing here", hint="write `,`", at=f.span(sign))
    if words and sign.start in (words[0].start, words[-1].start):
        return f.report("E0118", "a row has no `|` at its ends", hint="leave it out", at=f.span(sign))
    return f.report("E0118", "`|` means nothing here", hint="write `or`", at=f.span(sign))


_SIGNS = "&|!/*+-<>=:"


def _cluster(f: Failure) -> Lexeme:
    """The sign at the failure with the signs that touch it."""
    text = f.source.text
    start, end = f.word.start, f.word.end
    while start > 0 and text[start - 1] in _SIGNS:
        start -= 1
    while end < len(text) and text[end] in _SIGNS:
        end += 1
    whole = text[start:end]
    if whole in _FOREIGN:
        return Lexeme("bad", whole, start)
    return f.word


def unknown_character(f: Failure) -> Diagnostic | None:
    if f.word.kind != "bad":
        return None
    if f.word.text == "§":
        return f.report("E0102", "a clause follows `§` at once, like `§KU-4.2`", hint="leave no blank behind `§`")
    plain = _LOOKALIKES.get(f.word.text) or unicodedata.normalize("NFKC", f.word.text)
    name = unicodedata.name(f.word.text, "").lower()
    said = f"`{f.word.text}` is no sign of the language" if name == "" or f.word.text.isascii() else f"{name}"
    usable = plain.isascii() and plain != f.word.text and (plain == " " or next(scan(plain)).kind != "bad")
    hint = ("write an ordinary blank" if plain == " " else f"write `{plain}`") if usable else None
    return f.report("E0102", said, hint=hint)


# ------------------------------------------------------------------------------------------------ words


def else_if(f: Failure) -> Diagnostic | None:
    if f.word.text == "if" and f.previous and f.previous.text == "else":
        at = f.span(f.previous).to(f.span(f.word))
        return f.report("E0118", "`else if` is one word here", hint="write `elif`", at=at)
    return None


def foreign_word(f: Failure) -> Diagnostic | None:
    """`while c:`, `return x`, `a is b`, `x not c`"""
    previous = f.previous.text if f.previous else ""
    if previous == "while" and f.first == f.previous:
        return _foreign(f, f.previous, "loops begin with `repeat`", "write `repeat while`")
    if previous == "return" and f.first == f.previous and not f.ends_line:
        return _foreign(f, f.word, "a `to` procedure has no result", "for a value, write a `define`")
    if f.word.text == "is" and "COMP" in f.accepts:
        return _foreign(f, f.word, "`is` compares nothing", "write `==`")
    if f.word.text == "then" and "COLON" in f.accepts:
        return _foreign(f, f.word, "no `then` follows `if`", "write `:`")
    if f.previous and previous == "if" and f.previous != f.first and f.word.kind in ("word", "int"):
        return _value_first(f, f.previous)
    if f.previous and previous in _QUANTIFIERS and f.word.kind == "word" and "DOT" in f.accepts:
        return _foreign(f, f.previous, f"`{previous}` counts nothing", f"write `{_QUANTIFIERS[previous]} x in S has …`")
    return None


_QUANTIFIERS = dict.fromkeys(("all", "each", "forall"), "every") | dict.fromkeys(("any", "exists", "exist"), "some")


def _value_first(f: Failure, at: Lexeme) -> Diagnostic:
    return f.report("E0118", "a condition stands behind its value", hint="write `a if c else b`", at=f.span(at))


def _foreign(f: Failure, at: Lexeme | None, message: str, hint: str) -> Diagnostic:
    return f.report("E0118", message, hint=hint, at=f.span(at) if at else None)
