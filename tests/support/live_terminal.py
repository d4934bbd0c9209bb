"""The program at a terminal that answers every key, and what then stands on its screen."""

import os
from collections.abc import Callable
from pathlib import Path
from select import select
from time import monotonic

import pyte

from pseudo_terminal import SHIPPED, Terminal

DOWN, UP, ESCAPE, BACKSPACE, TAB = "\x1b[B", "\x1b[A", "\x1b", "\x7f", "\t"
_PATIENCE = 30.0  # seconds


class LiveTerminal(Terminal):
    """A terminal with a screen of its own, of 80 columns and 24 rows if nothing else is said."""

    def __init__(self, home: Path, *arguments: str, columns: int = 80, rows: int = 24, program: str = SHIPPED) -> None:
        self._screen = pyte.HistoryScreen(columns, rows, history=2000, ratio=1)
        self._stream = pyte.ByteStream(self._screen)
        super().__init__(home, *arguments, program=program, answers_keys=True, size=(columns, rows))

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, without blanks behind it and empty lines at its end."""
        lines = [line.rstrip() for line in self._screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def scrolled(self) -> list[str]:
        """What has gone out of sight at the top."""
        return ["".join(row[at].data for at in range(self._screen.columns)) for row in self._screen.history.top]

    @property
    def marked(self) -> str:
        """What is shown the other way round."""
        rows = (self._screen.buffer[at] for at in range(self._screen.lines))
        return "\n".join(
            "".join(row[at].data for at in range(self._screen.columns) if row[at].reverse).strip()
            for row in rows
            if any(row[at].reverse for at in range(self._screen.columns))
        )

    @property
    def line(self) -> str:
        """The line in which the cursor stands."""
        return str(self._screen.display[self._screen.cursor.y]).rstrip()

    def wait(self, holds: Callable[[], bool]) -> None:
        """Until something is so on the screen. AssertionError, with what is shown, if that does not come."""
        until = monotonic() + _PATIENCE
        while not holds():
            if not select([self._master], [], [], max(0, until - monotonic()))[0] or not self._take():
                raise AssertionError("\n".join(self.lines))

    def wait_for(self, *texts: str) -> None:
        """Until some texts stand on the screen."""
        self.wait(lambda: all(any(text in line for line in self.lines) for text in texts))

    def press(self, keys: str, *texts: str) -> None:
        """Press keys, and wait until some texts stand on the screen."""
        self.type(keys)
        self.wait_for(*texts)

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        super().resize(columns, lines)

    def _take(self) -> bool:
        try:
            piece = os.read(self._master, 4096)
        except OSError:
            return False
        self._stream.feed(piece)
        return bool(piece)
