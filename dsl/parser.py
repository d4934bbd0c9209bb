"""From the text of a rule file to its syntax tree, or to what is wrong with it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from lark import Lark
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from lark.lexer import PatternStr

from hoyle.dsl import nodes
from hoyle.dsl.build import build
from hoyle.dsl.build_base import Branch
from hoyle.dsl.build_expressions import ExpressionBuilder
from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics
from hoyle.dsl.failure import Failure
from hoyle.dsl.layout import END, Layout, LayoutError
from hoyle.dsl.limits import check_depth, check_names, check_text, normalised
from hoyle.dsl.scanner import Lexeme, scan, sentences
from hoyle.dsl.span import Source, Span
from hoyle.dsl.syntax_errors import explain, next_declaration, wrong_indentation

MAX_ERRORS = 20  # syntax errors of a file that are told at once


def parse(text: str, name: str) -> nodes.File:
    """The syntax tree of `text`; `name` is how its place is told to people, usually a path.

    Raises DiagnosticError with every syntax error that was found, at most one in each declaration.
    """
    source = Source(name, normalised(text))
    check_text(source)
    diagnostics = Diagnostics()
    check_names(source, diagnostics)
    tree = _read(source, diagnostics)
    diagnostics.stop_on_errors()
    assert tree is not None
    check_depth(tree, source, diagnostics)
    diagnostics.stop_on_errors()
    file = build(tree, source, diagnostics)
    diagnostics.stop_on_errors()
    return file


def parse_expression(source: Source, start: int, end: int) -> nodes.Expr:
    """The expression that stands in `source` from `start` to `end`: what a text holds between its braces.

    Raises DiagnosticError if it is none, with the place in the source.
    """
    diagnostics = Diagnostics()
    try:
        # Blanks in front, so that every place is the one in the source.
        tree: Branch = grammar().parse(" " * start + source.text[start:end] + END, start="whole_expr")
    except LarkError as error:
        said = "this is no expression" if source.text[start:end].strip() else "an expression was expected here"
        place = Span(source, start, end)
        if isinstance(error, UnexpectedToken | UnexpectedCharacters):
            at = min(_place_of(error), end)
            place = place if at == end else Span(source, at, at + 1)
        diagnostics.report("E0101", place, said)
        raise DiagnosticError(diagnostics) from None
    check_depth(tree, source, diagnostics)
    diagnostics.stop_on_errors()
    expr = ExpressionBuilder(source, diagnostics).build_whole_expr(tree, *tree.children)
    diagnostics.stop_on_errors()
    return expr


def _read(source: Source, diagnostics: Diagnostics) -> Branch | None:
    """Lark's tree of the whole text, or None after reporting what is wrong, declaration by declaration."""
    begin, rule = 0, "start"
    while len(diagnostics) < MAX_ERRORS:
        try:
            tree: Branch = grammar().parse(source.text[begin:] + END, start=rule)
            return tree if rule == "start" else None
        except LarkError as error:
            diagnostic, place = _explain(error, source, begin)
        diagnostics.add(diagnostic)
        begin, rule = _resume(source.text, begin, place), rest_of(source.text)
        if begin >= len(source.text):
            break
    return None


_WORDS_HEADER = re.compile(r"\A(?:\s|#.*\n)*words\b")
_LOOK_HEADER = re.compile(r"\A(?:\s|#.*\n)*(?:hoyle[ \t]+\d+\s)?(?:\s|#.*\n)*look\b")
_WORDS_LINE = re.compile(r"^\w", re.MULTILINE)


def rest_of(text: str) -> str:
    """The rule for what follows a syntax error: looks have declarations of their own."""
    return "look_rest" if _LOOK_HEADER.match(text) else "rest"


def _resume(text: str, begin: int, place: int) -> int:
    """Where reading goes on after an error at `place` in what was read from `begin` on."""
    after = max(begin, place - 1 if text.endswith("\n", 0, place) else place)
    if _WORDS_HEADER.match(text):
        found = _WORDS_LINE.search(text, after + 1)
        return found.start() if found else len(text)
    return next_declaration(text, after)


# ------------------------------------------------------------------------------------------------ explaining


def _explain(error: LarkError, source: Source, begin: int) -> tuple[Diagnostic, int]:
    """The diagnostic for Lark's error, and the place of the failure."""
    if isinstance(error, LayoutError):
        place = begin + error.place
        return wrong_indentation(source, place, error.indent, error.levels), place
    assert isinstance(error, UnexpectedToken | UnexpectedCharacters)
    place = begin + _place_of(error)
    if isinstance(error, UnexpectedToken) and error.token.type == "$END" or place > len(source.text):
        place = len(source.text)
    return explain(_failure(error, source, begin, place)), place


def _failure(error: UnexpectedToken | UnexpectedCharacters, source: Source, begin: int, place: int) -> Failure:
    word = next(scan(source.text, place), None) or Lexeme("newline", "", len(source.text))
    whole = sentences(source.text[: _soon_after(source.text, place)], _before_last(source.text, begin, place))
    start = max((s.start for s in whole if s.indent == 0 and s.start < place), default=begin)
    before = tuple(scan(source.text, start, place))
    holding = [s for s in whole if s.start <= place <= s.end]
    read = source.text[begin:place]
    if word.text[:1] in ('"', "§"):
        read = read.rstrip()  # the line end before it was none: it continues the sentence above
    rest = rest_of(source.text)
    accepts = _accepted(read, "start" if begin == 0 else rest, error)

    def survives(lexeme: Lexeme, other: str) -> bool:
        rule = "start" if start == 0 else rest
        changed = source.text[start : lexeme.start] + other + source.text[lexeme.end : _end_of(source.text, place)]
        return _fails_at(changed, rule) > place - start + len(other) - len(lexeme.text)

    return Failure(source, word, before, holding[-1] if holding else None, accepts, literals(), survives)


def _accepted(text: str, rule: str, error: UnexpectedToken | UnexpectedCharacters) -> frozenset[str]:
    """The terminals that may follow `text`, behind which reading failed.

    The state of the parser at the failure does not tell all: it may have closed sentences that could have gone on.
    """
    reading = grammar().parse_interactive(text, start=rule)
    try:
        reading.exhaust_lexer()
    except LarkError:  # the text does not end where a word does
        reading = error.interactive_parser
    return frozenset(reading.accepts())  # type: ignore[no-untyped-call]


def _before_last(text: str, begin: int, place: int) -> int:
    """The start of the last declaration but one before `place`: the last may stand in an open bracket of it."""
    starts = deque([begin], maxlen=2)
    while (found := next_declaration(text, starts[-1])) < place:
        starts.append(found)
    return starts[0]


def _soon_after(text: str, place: int) -> int:
    """The end of what has to be looked at behind a failure: a few lines, at most up to the next declaration."""
    return min(next_declaration(text, place), text.find("\n", place + 500) % (len(text) + 1))


def _place_of(error: UnexpectedToken | UnexpectedCharacters) -> int:
    assert error.pos_in_stream is not None
    return error.pos_in_stream


def _end_of(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _fails_at(text: str, rule: str) -> int:
    """Where reading `text` fails; behind its end if it does not."""
    try:
        grammar().parse(text + END, start=rule)
    except LayoutError as error:
        return error.place
    except (UnexpectedToken, UnexpectedCharacters) as error:
        return _place_of(error)
    return len(text) + 1


# ------------------------------------------------------------------------------------------------ the grammar


@cache
def grammar() -> Lark:
    """The parser for hoyle.lark, built once a process."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=["start", "rest", "look_rest", "whole_expr"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


def grammar_text() -> str:
    return files("hoyle.dsl").joinpath("hoyle.lark").read_text("utf-8")


@cache
def literals() -> Mapping[str, str]:
    """The text of each terminal that is a fixed word or sign."""
    fixed = {t.name: t.pattern.value for t in grammar().terminals if isinstance(t.pattern, PatternStr)}
    return MappingProxyType(fixed)
