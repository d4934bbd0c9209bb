"""The formatter: a rule file in its canonical layout, with the same meaning and all comments.

Kept: what is said and in which order, comments, single empty lines, line breaks inside sentences. Normalised: blanks,
indentation, columns of tables and of definitions by cases, and the two columns of the right margin, one for
explanations and one for §clauses, which depend on the file's own sentences only. Formatting twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import field, frozen

from hoyle.dsl import nodes
from hoyle.dsl.layout import END
from hoyle.dsl.limits import normalised
from hoyle.dsl.parser import grammar, parse
from hoyle.dsl.print_expressions import print_expr as print_expr
from hoyle.dsl.render import display_width
from hoyle.dsl.scanner import CLOSING, OPENING, Lexeme, Sentence, sentences

LIMIT = 120  # columns of a line
INDENT = 4
GAP = "  "  # between a sentence, its explanation and its clauses, at the least

# Where explanations and clauses may begin; a file uses the first column where most of its sentences fit.
TEXT_COLUMNS = (31, 39, 47, 55, 63)
CITE_COLUMNS = (63, 71, 79, 87, 95, 103, 111)
MOST_TEXTS = 0.85
MOST_CITES = 0.97
CASE_GAP = 3  # between the value of a case and its condition
CASE_ROOM = LIMIT - INDENT
WIDEST_VALUE = 48  # of a definition by cases that others are aligned with


def format(text: str, name: str = "<text>") -> str:
    """The canonical layout of a rule file. Raises DiagnosticError if it cannot be parsed."""
    file = parse(text, name)
    text = normalised(text)
    lines = _lines(text, file)
    margins = _margins(lines)
    out: list[str] = []
    for line in lines:
        if line.blank_above and out:
            out.append("")
        out.extend(line.laid_out(margins))
    return "".join(f"{line.rstrip()}\n" for line in out)


# ------------------------------------------------------------------------------------------------ what is laid out


@frozen
class Margins:
    """Columns, from 0, where explanations and clauses begin."""

    text: int
    cites: int


@frozen
class Part:
    """A physical line of a sentence: words with their blanks, and the comment behind them."""

    text: str
    comment: str = ""


@frozen
class Line:
    """A sentence to be laid out: its parts, what is said behind it, and its clauses."""

    level: int
    parts: tuple[Part, ...]
    said: str = ""
    cites: str = ""
    comment: str = ""  # behind all of it
    blank_above: bool = False
    keeps_width: bool = False  # a row: never broken
    is_header: bool = False  # its explanation follows at once

    @property
    def indent(self) -> str:
        return " " * (self.level * INDENT)

    @property
    def last_width(self) -> int:
        """The width of the last line before the margin."""
        inner = INDENT if len(self.parts) > 1 else 0
        return display_width(self.indent + self.parts[-1].text) + inner

    def laid_out(self, margins: Margins) -> list[str]:
        body = self._body()
        if self.is_header and not (self.parts[-1].comment and (self.said or self.cites)):
            words = " ".join(filter(None, (body[-1], self.said, self.cites)))
            comment = self.comment or self.parts[-1].comment
            return [*body[:-1], words + (GAP + comment if comment else "")]
        if not (self.said or self.cites):
            return [*body[:-1], _with_comment(body[-1], self.comment or self.parts[-1].comment, margins)]
        joined = _beside(body[-1], self.said, self.cites, margins)
        if not self.parts[-1].comment and (display_width(joined) <= LIMIT or self.keeps_width):
            return [*body[:-1], _with_comment(joined, self.comment, margins)]
        inner = self.indent + " " * INDENT + self.said if self.said else ""
        below = _beside(inner, "", self.cites, margins)
        first = _with_comment(body[-1], self.parts[-1].comment, margins)
        return [*body[:-1], first, _with_comment(below, self.comment, margins)]

    def _body(self) -> list[str]:
        """The lines of the sentence itself; all but the last with their comments."""
        out: list[str] = []
        for part in self.parts:
            closes = part.text[:1] in CLOSING
            out.append(self.indent + (" " * INDENT if out and not closes else "") + part.text)
        return [
            line if i == len(out) - 1 else f"{line}{GAP if self.parts[i].text else ''}{self.parts[i].comment}"
            for i, line in enumerate(out)
        ]


def _beside(body: str, said: str, cites: str, margins: Margins) -> str:
    """A line with its explanation and clauses at their columns.

    What is too long moves to the left, as far as it must to keep the line in its limit, and as far as it can.
    """
    line = body
    at_cites = LIMIT - display_width(cites)
    if said:
        end = at_cites - len(GAP) if cites else LIMIT
        line = _up_to(line, min(margins.text, end - display_width(said)), GAP) + said
    if cites:
        line = _up_to(line, min(margins.cites, at_cites), GAP) + cites
    return line


def _up_to(line: str, column: int, gap: str) -> str:
    width = display_width(line)
    return line + (" " * (column - width) if width + len(gap) <= column else gap)


def _with_comment(line: str, comment: str, margins: Margins) -> str:
    if not comment:
        return line
    if not line.strip():
        return line + comment
    return _up_to(line, min(margins.text, LIMIT - display_width(comment)), GAP) + comment


def _margins(lines: Sequence[Line]) -> Margins:
    """The columns of this file: the first ones at which most sentences need no shift."""
    with_text = [line.last_width for line in lines if line.said and not line.is_header]
    text = _column(TEXT_COLUMNS, with_text, MOST_TEXTS)
    ends = [
        max(line.last_width + len(GAP), text) + display_width(line.said) if line.said else line.last_width
        for line in lines
        if line.cites and not line.is_header
    ]
    return Margins(text, _column(CITE_COLUMNS, [end for end in ends if end < LIMIT], MOST_CITES))


def _column(columns: Sequence[int], widths: Sequence[int], most: float) -> int:
    for column in columns:
        if sum(width + len(GAP) <= column for width in widths) >= most * len(widths):
            return column
    return columns[-1]


# ------------------------------------------------------------------------------------------------ from text to lines


@frozen
class _Reading:
    """What the parser knows about the words: which are names, which rows and cases stand where."""

    names: frozenset[int]  # starts of names
    full: frozenset[int]  # starts of the word `full`
    rows: dict[int, int]  # start of a row -> its table
    cases: dict[int, tuple[int, int]]  # start of a case -> its definition, end of its value
    header: int  # start of the header


def _read(text: str, file: nodes.File) -> _Reading:
    names: set[int] = set()
    full: set[int] = set()
    for token in grammar().parse_interactive(text + END, start="start").iter_parse():
        if token.type == "NAME":
            names.add(token.start_pos or 0)
        elif token.type == "FULL":
            full.add(token.start_pos or 0)
    rows = {row.span.start: i for i, table in enumerate(_tables(file)) for row in table}
    cases = {case.span.start: (i, case.value.span.end) for i, define in enumerate(_defines(file)) for case in define}
    return _Reading(frozenset(names), frozenset(full), rows, cases, file.span.start)


def _plain(decls: Iterable[nodes.Decl]) -> Iterator[nodes.Decl]:
    for decl in decls:
        yield decl.decl if isinstance(decl, nodes.Replace) else decl


def _tables(file: nodes.File) -> Iterator[tuple[nodes.Row, ...]]:
    for decl in _plain(file.decls):
        match decl:
            case nodes.Table(rows=rows) | nodes.LookTable(rows=rows):
                yield rows
            case nodes.Example(lines=lines):
                yield from (line.rows for line in lines if isinstance(line, nodes.Cases))


def _defines(file: nodes.File) -> Iterator[tuple[nodes.Case, ...]]:
    for decl in _plain(file.decls):
        if isinstance(decl, nodes.DefineCases):
            yield decl.cases


def _lines(text: str, file: nodes.File) -> list[Line]:
    reading = _read(text, file)
    found = [new for s in sentences(text) for new in _modern(s, file)]
    widths = _widths(found, reading)
    levels = _levels(found)
    return [_line(s, level, reading, widths) for s, level in zip(found, levels, strict=True)]


def _modern(sentence: Sentence, file: nodes.File) -> Iterator[Sentence]:
    """The sentence, but of the line `hoyle 1`, which goes without saying (semantics 1.1), only its comments."""
    words = sentence.words
    if file.edition_written and file.edition == 1 and len(words) == 2 and words[0].text == "hoyle":
        yield from (Sentence(0, (x,)) for x in sentence.lexemes if x.kind == "comment")
    else:
        yield sentence


def _levels(found: Sequence[Sentence]) -> list[int]:
    """How deep each sentence stands; a comment as deep as a block that is open there and not deeper than itself."""
    levels: list[int] = []
    open_indents = [0]
    for i, sentence in enumerate(found):
        if sentence.words:
            while sentence.indent < open_indents[-1]:
                open_indents.pop()
            if sentence.indent > open_indents[-1]:
                open_indents.append(sentence.indent)
            levels.append(len(open_indents) - 1)
        else:
            following = next((s.indent for s in found[i:] if s.words), 0)
            levels.append(_comment_level(sentence.indent, following, open_indents))
    return levels


def _comment_level(indent: int, following: int, open_indents: Sequence[int]) -> int:
    """The level of a comment between what is open and the sentence that follows."""
    if following > open_indents[-1]:
        return len(open_indents)
    return max(k for k, start in enumerate(open_indents) if start <= max(indent, following))


# ------------------------------------------------------------------------------------------------ one sentence


@frozen
class _Widths:
    """Columns of the tables and of the definitions by cases, as wide as their widest entry."""

    cells: dict[int, list[int]] = field(factory=dict)
    cases: dict[int, int] = field(factory=dict)


def _widths(found: Sequence[Sentence], reading: _Reading) -> _Widths:
    widths = _Widths()
    for sentence in found:
        if not sentence.words:
            continue
        if (table := reading.rows.get(sentence.start)) is not None:
            columns = widths.cells.setdefault(table, [])
            cells = _cells(sentence, reading)
            columns.extend([0] * (len(cells) - len(columns)))
            columns[: len(cells)] = [max(a, display_width(b)) for a, b in zip(columns, cells, strict=False)]
        elif (case := reading.cases.get(sentence.start)) is not None:
            define, end = case
            width = display_width(_joined([x for x in sentence.words if x.start < end], reading))
            stays_whole = not _is_broken(sentence, reading) and _law_width(sentence, reading) <= CASE_ROOM
            if stays_whole and width <= WIDEST_VALUE:
                widths.cases[define] = max(widths.cases.get(define, 0), width)
    return widths


def _line(sentence: Sentence, level: int, reading: _Reading, widths: _Widths) -> Line:
    blank = sentence.blank_lines > 0
    if not sentence.words:
        return Line(level, (Part("", sentence.lexemes[0].text.rstrip()),), blank_above=blank)
    law, said, cites = _split(sentence, reading)
    comment = sentence.lexemes[-1].text.rstrip() if sentence.lexemes[-1].kind == "comment" else ""
    if sentence.start in reading.rows:
        row = _row(sentence, reading, widths.cells[reading.rows[sentence.start]])
        comments = "  ".join(x.text.rstrip() for x in sentence.lexemes if x.kind == "comment")
        return Line(level, (Part(row),), "", _cite_text(cites), comments, blank, keeps_width=True)
    inner = sentence.lexemes[: sentence.lexemes.index(law[-1]) + 1]
    parts, between = _parts(sentence, inner, level, reading, widths)
    is_header = sentence.start == reading.header
    if not said and not cites:
        parts = [*parts[:-1], Part(parts[-1].text, comment)]
        return Line(level, tuple(parts), blank_above=blank, is_header=is_header)
    if between:
        parts = [*parts[:-1], Part(parts[-1].text, between)]
    return Line(level, tuple(parts), said, _cite_text(cites), comment, blank, is_header=is_header)


def _split(sentence: Sentence, reading: _Reading) -> tuple[list[Lexeme], str, list[Lexeme]]:
    """A sentence's law, what is said behind it (with clauses in the midst), and its last clauses."""
    words = list(sentence.words)
    cut = len(words)
    while cut > 1 and _is_said(words, cut - 1, reading):
        cut -= 1
    law, tail = words[:cut], words[cut:]
    last = len(tail)
    while last > 0 and tail[last - 1].kind == "cite":
        last -= 1
    return law, " ".join(x.text for x in tail[:last]), tail[last:]


_BEFORE_VALUES = ("=", "as", "or")  # a text behind them explains nothing


def _is_said(words: Sequence[Lexeme], i: int, reading: _Reading) -> bool:
    word = words[i]
    if word.kind == "text":
        return words[i - 1].text not in _BEFORE_VALUES
    return word.kind == "cite" or word.start in reading.full


def _cite_text(cites: Sequence[Lexeme]) -> str:
    return " ".join(x.text for x in cites)


def _law_width(sentence: Sentence, reading: _Reading) -> int:
    """The width of the law of a sentence, written on one line."""
    law, _, _ = _split(sentence, reading)
    return display_width(_joined(law, reading))


def _is_broken(sentence: Sentence, reading: _Reading) -> bool:
    """Whether the law of a sentence stands on several lines."""
    law, _, _ = _split(sentence, reading)
    return any(x.kind == "newline" for x in sentence.lexemes if x.start < law[-1].start)


def _parts(
    sentence: Sentence, inner: Sequence[Lexeme], level: int, reading: _Reading, widths: _Widths
) -> tuple[list[Part], str]:
    """The physical lines of a sentence's law as its author broke them, and the comments between it and its tail."""
    lines: list[list[Lexeme]] = [[]]
    for lexeme in inner:
        if lexeme.kind == "newline":
            lines.append([])
        else:
            lines[-1].append(lexeme)
    parts: list[Part] = []
    context: list[Lexeme] = []
    for line in lines:
        words = [x for x in line if x.kind != "comment"]
        comment = line[-1].text.rstrip() if line and line[-1].kind == "comment" else ""
        if words or comment:
            text = _joined(words, reading, context, _padding(sentence, reading, widths, len(lines) == 1))
            room = LIMIT - level * INDENT - (INDENT if parts else 0)
            pieces = _broken(words, text, room, reading, context)
            parts.extend(Part(piece) for piece in pieces[:-1])
            parts.append(Part(pieces[-1], comment))
        context.extend(words)
    return parts, _comments_between(sentence, inner)


def _comments_between(sentence: Sentence, inner: Sequence[Lexeme]) -> str:
    """Comments behind the law and before the explanation or clauses below it."""
    rest = sentence.lexemes[len(inner) :]
    last_word = max((i for i, x in enumerate(rest) if x.kind not in ("comment", "newline")), default=-1)
    return "  ".join(x.text.rstrip() for x in rest[: last_word + 1] if x.kind == "comment")


def _padding(sentence: Sentence, reading: _Reading, widths: _Widths, whole: bool) -> tuple[int, int]:
    """For a case: where its value ends, and to which width it is filled."""
    if not whole or (case := reading.cases.get(sentence.start)) is None:
        return 0, 0
    define, end = case
    law = _law_width(sentence, reading)
    value = display_width(_joined([x for x in sentence.words if x.start < end], reading))
    filled = max(value, widths.cases.get(define, 0)) + CASE_GAP
    return (end, filled) if law - value - 1 + filled <= CASE_ROOM else (0, 0)


# ------------------------------------------------------------------------------------------------ tables


def _cells(sentence: Sentence, reading: _Reading) -> list[str]:
    cells: list[list[Lexeme]] = [[]]
    for word in sentence.words:
        if word.text == "|" and word.kind == "sign":
            cells.append([])
        elif word.kind != "cite":
            cells[-1].append(word)
    return [_joined(cell, reading) for cell in cells]


def _row(sentence: Sentence, reading: _Reading, columns: Sequence[int]) -> str:
    cells = _cells(sentence, reading)
    filled = [cell + " " * (columns[i] - display_width(cell)) for i, cell in enumerate(cells)]
    return " | ".join(filled).rstrip()


# ------------------------------------------------------------------------------------------------ blanks and breaks

_TIGHT = frozenset({".", ".."})
_NO_BLANK_BEFORE = frozenset({")", "]", "}", ",", ":"})


def _joined(
    words: Sequence[Lexeme],
    reading: _Reading,
    context: Sequence[Lexeme] = (),
    padding: tuple[int, int] = (0, 0),
) -> str:
    """Words with the blanks between them; `context` is what stands before them in the sentence."""
    out = ""
    end, width = padding
    before = list(context)
    for i, word in enumerate(words):
        if i > 0 and _has_blank(before, word, reading):
            out += " "
        if end and before and before[-1].end == end <= word.start:
            value = out.rstrip()
            out = value + " " * max(width - display_width(value), CASE_GAP)
        out += word.text
        before.append(word)
    return out


def _has_blank(before: Sequence[Lexeme], word: Lexeme, reading: _Reading) -> bool:
    last = before[-1]
    if last.kind == "sign" and (last.text in OPENING or last.text in _TIGHT):
        return False
    if word.kind == "sign" and (word.text in _NO_BLANK_BEFORE or word.text in _TIGHT):
        return False
    if word.kind == "sign" and word.text in ("(", "["):
        return not _is_operand_end(last, reading)
    if last.kind == "sign" and last.text == "-":
        return len(before) > 1 and _is_value_end(before[-2], reading)
    return True


def _is_operand_end(word: Lexeme, reading: _Reading) -> bool:
    """Whether a bracket behind this word calls or indexes it."""
    return word.start in reading.names or word.text in CLOSING


def _is_value_end(word: Lexeme, reading: _Reading) -> bool:
    """Whether a minus behind this word subtracts."""
    return word.kind == "int" or word.text in ("true", "false", "none") or _is_operand_end(word, reading)


_BREAK_BEFORE = frozenset({"and", "or", "if", "else", "where", "for", "has", "by", "then", "from", "to"})


def _broken(words: Sequence[Lexeme], text: str, room: int, reading: _Reading, context: Sequence[Lexeme]) -> list[str]:
    """The text, or several lines of it if it has not room enough: broken where brackets are shallowest."""
    if display_width(text) <= room:
        return [text]
    best = max(_breaks(words, room, reading, context), default=None)
    if best is None:
        return [text]
    _, _, at = best
    first = _joined(words[:at], reading, context)
    rest = words[at:]
    seen = [*context, *words[:at]]
    return [first, *_broken(rest, _joined(rest, reading, seen), room - INDENT, reading, seen)]


def _breaks(
    words: Sequence[Lexeme], room: int, reading: _Reading, context: Sequence[Lexeme]
) -> Iterator[tuple[int, int, int]]:
    """Places where a line may be broken, as (minus the depth of brackets, width, index of the next word)."""
    depth = sum((x.text in OPENING) - (x.text in CLOSING) for x in context if x.kind == "sign")
    for i, word in enumerate(words):
        after_comma = i > 0 and words[i - 1].text == ","
        before_word = word.kind == "word" and word.text in _BREAK_BEFORE and word.start not in reading.names
        if i > 0 and (after_comma or before_word) and words[i - 1].text != ":":
            width = display_width(_joined(words[:i], reading, context))
            if room // 3 <= width <= room:
                yield -depth, width, i
        if word.kind == "sign":
            depth += (word.text in OPENING) - (word.text in CLOSING)
