"""A place where parsing failed, with what was read before it and what could have followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from hoyle.dsl.diagnostics import Diagnostic, Label
from hoyle.dsl.scanner import Lexeme, Sentence
from hoyle.dsl.span import Source, Span
from hoyle.dsl.terminals import expected

DECLARATIONS = (
    "players option type table game each define action to setup play after instead teams scoring winner always example "
    "replace remove"
).split()
LOOK_DECLARATIONS = "faces places board borders area leave aside".split()
HEADERS = "game variant words examples look".split()
STATEMENTS = (
    "let roll shuffle draw move award show announce do stop next return end if for repeat simultaneously must may "
    "otherwise"
).split()


@frozen
class Failure:
    """Where and how parsing failed. `word` is what could not be read; its text is empty at the end of the file.

    `sentence` is the logical line that holds it; `before` are the lexemes of the declaration up to it, `accepts` the
    terminals that could stand there; `survives` tells whether a changed text of the declaration is read further.
    """

    source: Source
    word: Lexeme
    before: Sequence[Lexeme]
    sentence: Sentence | None
    accepts: frozenset[str]
    literals: Mapping[str, str]
    survives: Callable[[Lexeme, str], bool]

    @property
    def previous(self) -> Lexeme | None:
        return next((x for x in reversed(self.before) if x.kind not in ("newline", "comment")), None)

    @property
    def first(self) -> Lexeme | None:
        """The first word of the sentence."""
        words = self.sentence.words if self.sentence else ()
        return words[0] if words else None

    @property
    def following(self) -> Lexeme | None:
        """The word behind the one that could not be read, on the same logical line."""
        words = self.sentence.words if self.sentence else ()
        return next((x for x in words if x.start >= self.word.end), None)

    @property
    def accepted(self) -> frozenset[str]:
        """The fixed words and signs that could stand here."""
        return frozenset(self.literals[t] for t in self.accepts if t in self.literals)

    @property
    def expected(self) -> str:
        """`expected A, B or C`; the keys of words files, which may begin with any word, are not offered."""
        begun = self.previous is not None and self.previous == self.first and self.previous.text in DECLARATIONS
        return expected(self.accepts - {"DOT", "EQUAL"} if begun else self.accepts, self.literals)

    @property
    def starts_line(self) -> bool:
        text = self.source.text
        line_start = text.rfind("\n", 0, self.word.start) + 1
        return not text[line_start : self.word.start].strip()

    @property
    def ends_line(self) -> bool:
        return self.word.kind == "newline" or not self.word.text

    def span(self, lexeme: Lexeme) -> Span:
        return Span(self.source, lexeme.start, lexeme.end)

    @property
    def here(self) -> Span:
        """The place of the failure; the end of the previous word if nothing follows it on its line."""
        if self.ends_line and self.previous:
            return Span(self.source, self.previous.end, self.previous.end)
        return self.span(self.word)

    def report(
        self,
        code: str,
        message: str,
        why: str | None = None,
        hint: str | None = None,
        *,
        at: Span | None = None,
        also: Sequence[Label] = (),
    ) -> Diagnostic:
        return Diagnostic(code, Label(at or self.here, message), tuple(also), why, hint)
