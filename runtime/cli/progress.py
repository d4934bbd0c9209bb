"""One line that says how far a long command is; on a terminal only, and gone when it is over."""

from __future__ import annotations

import sys
import time

import click
from attrs import define


@define
class ProgressLine:
    """Shown on the error stream, at most five times a second."""

    shown: str = ""
    last: float = 0.0

    def tell(self, text: str) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.last > 0.2:
            self.clear()
            self.last, self.shown = time.monotonic(), text
            click.echo(text, err=True, nl=False)

    def clear(self) -> None:
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)
            self.shown = ""
