"""Diagnostics as values: what is wrong, where, why, and what to do. `render` turns them into text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from attrs import field, frozen

from hoyle.dsl.codes import TITLES
from hoyle.dsl.span import Span

Severity = Literal["error", "lint"]


@frozen
class Label:
    """A place and what is to be said about it, in a few words; the message may be empty."""

    span: Span
    message: str = ""


def _is_code(_: object, __: object, code: str) -> None:
    if code not in TITLES:
        raise LookupError(f"no diagnostic has the code {code}: add it to hoyle.dsl.codes")


@frozen
class Diagnostic:
    """One error or lint.

    `primary` is the narrowest place; `labels` are further places (the declaration, the expectation); `why` is one
    sentence with the rule of the language that is broken; `hint` an imperative or a question, only if likely right.
    """

    code: str = field(validator=_is_code)
    primary: Label
    labels: tuple[Label, ...] = ()
    why: str | None = None
    hint: str | None = None

    @property
    def severity(self) -> Severity:
        return "lint" if self.code.startswith("L") else "error"

    @property
    def title(self) -> str:
        return TITLES[self.code]

    def __str__(self) -> str:
        said = f": {self.primary.message}" if self.primary.message else ""
        return f"{self.primary.span}: {self.severity}[{self.code}]: {self.title}{said}"


class DiagnosticError(Exception):
    """The rules cannot be used; `diagnostics` says why, in order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


MAX_KEPT = 200  # of a pass; whoever has so many mends some and asks again


class Diagnostics:
    """Collects what a pass has to say. The same code at the same place is kept once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span], Diagnostic] = {}

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    def add(self, diagnostic: Diagnostic) -> None:
        if len(self._found) < MAX_KEPT:
            self._found.setdefault((diagnostic.code, diagnostic.primary.span), diagnostic)

    def drop(self, unwanted: Callable[[Diagnostic], bool]) -> None:
        """Take back what another diagnostic says better."""
        self._found = {key: found for key, found in self._found.items() if not unwanted(found)}

    def report(
        self,
        code: str,
        span: Span,
        message: str = "",
        *,
        labels: Iterable[Label] = (),
        why: str | None = None,
        hint: str | None = None,
    ) -> None:
        """Add a diagnostic made from its parts."""
        self.add(Diagnostic(code, Label(span, message), tuple(labels), why, hint))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self if d.severity == "error")

    @property
    def lints(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self if d.severity == "lint")

    def stop_on_errors(self) -> None:
        """Raise DiagnosticError with the errors, if there are any: the end of a pass.

        Lints are about rules that can be played: they wait until the errors are mended.
        """
        if self.errors:
            raise DiagnosticError(self.errors)


# ------------------------------------------------------------------------------------------------ did you mean


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """At most three of `candidates` that `name` may be a slip for, the likeliest first.

    A slip is another case of the letters, or at most a third of the name's length (at least one) in letters added,
    lost, changed or swapped with their neighbour; else `name` may be a part of a longer one (`swap` of `swap_one`).
    Give only names that would be valid there.
    """
    limit = max(1, len(name) // 3)
    folded = name.casefold()
    ranked = [(_distance(folded, c.casefold(), limit), c) for c in dict.fromkeys(candidates) if c != name]
    close = sorted((d, c) for d, c in ranked if d <= limit)
    if not close and len(name) > 2:
        longer = [c for _, c in ranked if folded in c.casefold().split("_") or _begins(c.casefold(), folded)]
        return tuple(sorted(longer)[:3])
    return tuple(c for d, c in close if d == 0 or close[0][0] > 0)[:3]


def _begins(longer: str, name: str) -> bool:
    return len(name) > 3 and longer.startswith(name)


def suggestion(name: str, candidates: Iterable[str]) -> str | None:
    """A hint with what `did_you_mean` finds: "did you mean `deck`?", or None."""
    found = [f"`{c}`" for c in did_you_mean(name, candidates)]
    return f"did you mean {listed(found)}?" if found else None


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    *front, end = words
    return f"{', '.join(front)} {last} {end}" if front else end


def _distance(a: str, b: str, limit: int) -> int:
    """Optimal string alignment distance of two words; more than `limit` if it is more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i] * (len(b) + 1)
        for j, y in enumerate(b, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]
