"""What a text must be before it is parsed, and how deep its tree may grow: the answer to hostile files."""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8

from lark import Tree

from hoyle.dsl.build_base import Branch
from hoyle.dsl.build_expressions import ExpressionBuilder
from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics, Label
from hoyle.dsl.scanner import number_of_lexemes, scan
from hoyle.dsl.span import Source, Span

MAX_SIZE = 1_000_000  # characters of a text, bytes of a file
MAX_LEXEMES = 300_000  # words and signs of a text: thirty times the longest game that is shipped
MAX_BLOCKS = 20  # blocks inside each other
MAX_DEPTH = 120  # trees of an expression inside each other: operators, and about two for each pair of brackets

# What prints nothing, ends lines for some programs only, or turns the order of what is shown.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")

_EXPRESSIONS = frozenset(
    name.removeprefix("build_") for name in vars(ExpressionBuilder) if name.startswith("build_")
) | {
    "args",
    "arg_list",
    "comprehension",
    "selection",
}


def decode(data: bytes, name: str) -> str:
    """The text of a file, without a byte order mark. Raises DiagnosticError."""
    if len(data) > MAX_SIZE:
        raise DiagnosticError([_too_large(Source(name, ""), len(data), "bytes")])
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = normalised(data[: error.start].decode())
        source = Source(name, before)
        said = f"the byte {data[error.start]:#04x} is no UTF-8"
        label = Label(Span(source, len(before), len(before)), said)
        why = "rule files are written in UTF-8, whatever the system's own encoding is"
        raise DiagnosticError([Diagnostic("E0902", label, why=why, hint="save the file as UTF-8")]) from None


def normalised(text: str) -> str:
    """The text with `\\n` as its only line end and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def check_text(source: Source) -> None:
    """Refuse what must not even be parsed. Raises DiagnosticError."""
    if len(source.text) > MAX_SIZE:
        raise DiagnosticError([_too_large(Source(source.name, ""), len(source.text), "characters")])
    if number_of_lexemes(source.text) > MAX_LEXEMES:
        raise DiagnosticError([_too_large(Source(source.name, ""), MAX_LEXEMES, "words and signs", "more than ")])
    if found := _CONTROL.search(source.text):
        raise DiagnosticError([_control(source, found.start())])


def _too_large(source: Source, size: int, unit: str, about: str = "") -> Diagnostic:
    return Diagnostic(
        "E0901",
        Label(Span(source, 0, 0), f"this file has {about}{size:,} {unit}"),
        why=f"a rule file may have {MAX_SIZE:,} bytes, and {MAX_LEXEMES:,} words and signs",
        hint="put variants, words and examples into files of their own",
    )


def _control(source: Source, place: int) -> Diagnostic:
    char = source.text[place]
    name = unicodedata.name(char, "a control character").lower()
    return Diagnostic(
        "E0903",
        Label(Span(source, place, place + 1), f"U+{ord(char):04X}, {name}"),
        why="what a reader cannot see cannot be a rule",
        hint="delete it",
    )


def check_names(source: Source, diagnostics: Diagnostics) -> None:
    """Report names that are no identifiers, or look like others that are spelt differently."""
    if source.text.isascii():
        return
    for lexeme in scan(source.text):
        if lexeme.kind == "word" and not _is_plain(lexeme.text):
            plain = unicodedata.normalize("NFKC", lexeme.text)
            diagnostics.report(
                "E0116",
                Span(source, lexeme.start, lexeme.end),
                "some of its letters are signs or have another form",
                why="two names that look the same must be the same",
                hint=f"write `{plain}`" if _is_plain(plain) else None,
            )


def _is_plain(name: str) -> bool:
    return name.isascii() or (name.isidentifier() and unicodedata.is_normalized("NFKC", name))


def check_depth(tree: Branch, source: Source, diagnostics: Diagnostics) -> None:
    """Report sentences nested so deep that following them would exhaust the stack. Does not recurse itself."""
    todo: list[tuple[Branch, int, int, Branch]] = [(tree, 0, 0, tree)]
    while todo:
        here, blocks, depth, root = todo.pop()
        blocks += here.data == "block"
        if here.data.rstrip("_") in _EXPRESSIONS:
            depth += 1
        else:
            depth, root = 0, here
        if blocks > MAX_BLOCKS:
            _report_blocks(here, source, diagnostics)
        elif depth > MAX_DEPTH:
            _report_expression(root, source, diagnostics)
        else:
            todo.extend((child, blocks, depth, root) for child in here.children if isinstance(child, Tree))


def _report_blocks(tree: Branch, source: Source, diagnostics: Diagnostics) -> None:
    start = tree.meta.start_pos
    diagnostics.report(
        "E0904",
        Span(source, start, start + 1),
        f"more than {MAX_BLOCKS} blocks inside each other",
        why=f"blocks may be nested {MAX_BLOCKS} deep",
        hint="give inner blocks a name of their own with `to`",
    )


def _report_expression(tree: Branch, source: Source, diagnostics: Diagnostics) -> None:
    start = tree.meta.start_pos
    diagnostics.report(
        "E0905",
        Span(source, start, start + 1),
        f"more than {MAX_DEPTH} parts are nested or chained in this sentence",
        why=f"at most {MAX_DEPTH} brackets or operators may stand inside each other",
        hint="name parts of it with `define`, or take them from a table",
    )
