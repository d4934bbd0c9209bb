"""A failing case made small: whatever can be left out without losing the failure is left out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from attrs import evolve

from hoyle.dsl.scanner import scan
from mutation import Case

Fails = Callable[[Case], bool]


def shrunk(case: Case, fails: Fails, seconds: float = 60.0) -> Case:
    """A smaller case that fails in the same way, as small as can be found in so much time."""
    budget = _Budget(fails, time.monotonic() + seconds)
    for simpler in ({"debug": False}, {"seed": 0}):
        plain = evolve(case, **simpler)
        if plain != case and budget.fails(plain):
            case = plain
    while len(case.files) > 1 and budget.fails(evolve(case, files=case.files[:1])):
        case = evolve(case, files=case.files[:1])
    before = -1
    while before != sum(map(len, case.files)) and not budget.spent:
        before = sum(map(len, case.files))
        for at in range(len(case.files)):
            case = _shrunk_file(case, at, budget)
    return case


class _Budget:
    def __init__(self, fails: Fails, until: float) -> None:
        self._fails = fails
        self._until = until

    @property
    def spent(self) -> bool:
        return time.monotonic() > self._until

    def fails(self, case: Case) -> bool:
        return not self.spent and self._fails(case)


def _shrunk_file(case: Case, at: int, budget: _Budget) -> Case:
    try:
        text = case.files[at].decode()
    except UnicodeDecodeError:
        return case

    def with_text(changed: str) -> Case:
        files = list(case.files)
        files[at] = changed.encode()
        return evolve(case, files=tuple(files))

    declarations = re.split(r"(?<=\n)(?=[a-z])", text)
    declarations = _fewer(declarations, lambda kept: budget.fails(with_text("".join(kept))))
    lines = "".join(declarations).splitlines(keepends=True)
    lines = _fewer(lines, lambda kept: budget.fails(with_text("".join(kept))))
    text = "".join(lines)
    if len(lines) <= 40:
        parts = _words("".join(lines))
        text = "".join(_fewer(parts, lambda kept: budget.fails(with_text("".join(kept))), largest=4))
    return with_text(text)


def _words(text: str) -> list[str]:
    """A text cut at its lexemes, blanks with the lexeme in front of them."""
    cuts = sorted({0, *(x.start for x in scan(text)), len(text)})
    return [text[a:b] for a, b in zip(cuts, cuts[1:], strict=False)]


def _fewer(parts: list[str], still: Callable[[list[str]], bool], largest: int = 1_000) -> list[str]:
    """Parts left out in runs, large ones first."""
    size = min(largest, max(1, len(parts) // 2))
    while size:
        i = 0
        while i < len(parts):
            kept = parts[:i] + parts[i + size :]
            if still(kept):
                parts = kept
            else:
                i += size
        size //= 2
    return parts
