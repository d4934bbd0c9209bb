"""Recorded texts: what a test produces, compared with the file that holds what it is expected to produce."""

import difflib
from pathlib import Path

from attrs import frozen


@frozen
class Golden:
    """Compares texts with recorded files; with `update` it records the texts instead."""

    update: bool

    def check(self, recorded: Path, text: str) -> None:
        """Require `text` to equal the file `recorded`, byte for byte in UTF-8 with `\\n` line ends.

        Raises AssertionError with a unified diff when they differ, or naming the file when nothing was recorded yet.
        """
        if self.update:
            _record(recorded, text)
        elif not recorded.is_file():
            raise AssertionError(f"nothing is recorded in {recorded}: run with --update-expected, then read it")
        elif (expected := _read(recorded)) != text:
            raise AssertionError(f"differs from {recorded.name}:\n{_diff(recorded, expected, text)}")


def _read(recorded: Path) -> str:
    """The recorded text, without the translation of line ends that `read_text` does."""
    return recorded.read_bytes().decode("utf-8")


def _record(recorded: Path, text: str) -> None:
    """Write the text unless it is there already, so that an unchanged file keeps its time."""
    if not recorded.is_file() or _read(recorded) != text:
        recorded.parent.mkdir(parents=True, exist_ok=True)
        recorded.write_bytes(text.encode("utf-8"))


def _diff(recorded: Path, expected: str, text: str) -> str:
    """A unified diff whose lines show their ends when only those differ."""
    before, after = expected.splitlines(), text.splitlines()
    if before == after:
        before, after = ([repr(line) for line in side.splitlines(keepends=True)] for side in (expected, text))
    return "\n".join(difflib.unified_diff(before, after, f"recorded {recorded.name}", "produced", lineterm=""))
