"""A screen of so many lines, shared by what happened, the position, the question and its answers.

If all of it fits, all of it is shown, with blank lines in between. Otherwise the choices take a quarter, the news an
eighth, and the position is drawn in short in what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import define

from hoyle.runtime.catalogue import message

PROMPT: Final = 1  # lines of the prompt itself
HANGING: Final = 2  # columns that the further lines of a sentence are further in
LEAST_ROOM: Final = 8  # lines that a position is given in any case

Drawn = Callable[[int | None], list[str]]  # the position in so many lines at most, None: as many as it takes


@define
class Screen:
    """height: lines, None if it does not matter; used: how many of them are printed since the last prompt; untold: how
    many lines of news were held back since."""

    height: int | None = None
    used: int = 0
    untold: int = 0

    def begin(self, height: int | None) -> None:
        """After a prompt was answered, or the screen cleared."""
        self.height, self.used, self.untold = height, 0, 0

    @property
    def choices(self) -> int | None:
        """Lines that a question and its answers may take if they would not fit otherwise."""
        return None if self.height is None else max(5, self.height // 4)

    @property
    def _news(self) -> int:
        """Lines of news that may still be told before the next prompt."""
        assert self.height is not None
        return max(0, self.height // 8 - self.used)

    def told_at_once(self, news: Sequence[str], language: str) -> list[str]:
        """What is told between two prompts besides the last news."""
        if not news:
            return []
        lines = list(news) if self.height is None else self._shortened(news, self._news, language, is_last=False)
        if self.height is None or (self.used == 0 and len(lines) < self._news):
            lines = ["", *lines]
        self.used += len(lines)
        return lines

    def turn(
        self,
        news: Sequence[str],
        drawn: Drawn,
        ask: Callable[[int | None], list[str]],
        language: str,
        below: int = PROMPT,
    ) -> list[str]:
        """All that is shown before a prompt. below: lines that must be left for it."""
        whole = [*_after_blank(news), "", *drawn(None), "", *ask(None)]
        if self.height is None:
            return whole
        left = self.height - below - self.used
        if len(whole) <= left and not self.untold:
            return whole
        asked = ask(self.choices)
        told = self._shortened(news, max(self.height // 8, self._news), language, is_last=True)
        room = max(LEAST_ROOM, left - len(told) - len(asked))
        shown = drawn(room)
        spare = room - len(shown)
        front = [""] if spare > 1 and told else []
        return [*told, *front, *shown, *([""] if spare > 0 else []), *asked]

    def is_low(self, drawn: Sequence[str]) -> bool:
        """Whether a position, drawn whole, and its choices do not fit together."""
        return self.height is not None and len(drawn) + self.height // 4 > self.height

    def _shortened(self, news: Sequence[str], most: int, language: str, *, is_last: bool) -> list[str]:
        """News in so many lines: what changes they made is left out first, then what happened first. is_last: what was
        left out is counted in a line of its own."""
        more = 1 if is_last and self.untold else 0
        if len(news) + more <= most:
            kept = list(news)
        else:
            room = max(0, most - (1 if is_last else 0))
            kept = _newest(news, room)
            self.untold += len(news) - len(kept)
        if is_last and self.untold:
            kept.append(message(language, "cli.play.untold", count=self.untold))
        return kept


def _newest(news: Sequence[str], room: int) -> list[str]:
    """The newest sentences that fit, each with the lines it is filled into; the changes below them are left out."""
    sentences: list[list[str]] = []
    for line in news:
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0:
            sentences.append([line])
        elif indent == HANGING and sentences:
            sentences[-1].append(line)
    kept: list[str] = []
    for sentence in reversed(sentences):
        if len(sentence) + len(kept) > room:
            break
        kept = [*sentence, *kept]
    return kept or (sentences[-1][:room] if sentences else [])


def _after_blank(lines: Sequence[str]) -> list[str]:
    return ["", *lines] if lines else []
