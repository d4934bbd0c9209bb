"""What the things of a game are called in a picture, in the reader's language, and short enough for a place."""

from __future__ import annotations

import os.path
import re
from collections.abc import Sequence
from functools import lru_cache

from attrs import field, frozen
from rich.cells import cell_len

from hoyle.runtime.catalogue import language_of, message
from hoyle.runtime.rules import Rules
from hoyle.runtime.sentences import humanised, member_name, word

_NUMBERED = re.compile(r"(?P<name>\D+?)\s*(?P<number>\d+)")
_BRACKET = re.compile(r"\s*[(（]")
_LONGEST = 3  # of an abbreviation by its beginning
_SHORT = 4  # a name of so many columns needs no abbreviation


def abbreviations(names: Sequence[str]) -> list[str]:
    """As few letters of each name as tell all of them apart; of numbered names a letter and the number."""
    numbered = [_NUMBERED.fullmatch(name) for name in names]
    if names and all(numbered) and len({found["name"] for found in numbered if found}) == 1:
        return [found["name"][:1] + found["number"] for found in numbered if found]
    return [_beginning(name, names) or f"{name[:1]}{place}" for place, name in enumerate(names, 1)]


def _beginning(name: str, names: Sequence[str]) -> str | None:
    others = [other.casefold() for other in names if other != name]
    for length in range(1, _LONGEST + 1):
        start = name[:length].rstrip()
        if not any(other.startswith(start.casefold()) for other in others):
            return start
    return None


@lru_cache(maxsize=64)
def told_apart(names: tuple[str, ...], width: int) -> list[str]:
    """The beginning of each name, of `width` columns; of names that begin alike with the letter in which they differ,
    or if that does not help, a number."""
    found: list[str] = []
    for name in names:
        alike = [other for other in names if other != name and cut(other, width) == cut(name, width)]
        short = _differing(name, alike, width) if alike else cut(name, width)
        number = 2
        while short in found:
            short = f"{cut(name, width - 1)}{number}"
            number += 1
        found.append(short)
    return found


def _differing(name: str, others: Sequence[str], width: int) -> str:
    same = max(len(os.path.commonprefix([name, other])) for other in others)
    letter = name[same : same + 1]
    return f"{cut(name[:same], width - cell_len(letter))}{letter}"


def cut(name: str, width: int) -> str:
    """As much of a name as there is room for, what stands in brackets whole or not at all."""
    if cell_len(name) > width:
        name = _BRACKET.split(name, maxsplit=1)[0] or name
    while cell_len(name) > width:
        name = name[:-1]
    return name.rstrip(" '")


@frozen(eq=False)
class Names:
    """Names in one language."""

    rules: Rules
    language: str
    _short: dict[str, dict[str, str]] = field(factory=dict, init=False, repr=False)

    def member(self, domain: str, label: str) -> str:
        """What a member is called."""
        return member_name(self.rules, domain, label, self.language)

    def short(self, domain: str, label: str) -> str:
        """A member in as few letters as tell it from the others of its type."""
        if domain not in self._short:
            info = self.rules.values.domains[domain]
            labels = self.rules.info.players if info.kind == "player" else info.labels
            names = [self.member(domain, known) for known in labels]
            are_short = all(cell_len(name) <= _SHORT for name in names)
            self._short[domain] = dict(zip(labels, names if are_short else abbreviations(names), strict=True))
        return self._short[domain].get(label, label)

    def caption(self, sheet: str, line: str, said: str | None, key: str | None) -> str:
        """What a line of a look is called: in words files, by the look, by the words for the field it shows."""
        own = word(self.rules, f"look.{sheet}.{line}", self.language)
        field = None if key is None else word(self.rules, key, self.language)
        in_english = language_of(self.language) == "en"  # the language of what looks say themselves
        return own or (said if in_english else None) or field or said or humanised(line)

    def title(self, sheet: str, said: str | None) -> str:
        return word(self.rules, f"look.{sheet}", self.language) or said or humanised(sheet)

    def say(self, key: str, **values: object) -> str:
        return message(self.language, key, **values)
