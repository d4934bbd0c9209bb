"""The command line as tests call it: in this process with games written by hand, or as a program of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from attrs import frozen
from click.testing import CliRunner

import handmade_dare
import handmade_nim
from hoyle.runtime.cli.app import hoyle
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import LoadError

HANDMADE: dict[str, ModuleType] = {"HandNim": handmade_nim, "Dare": handmade_dare}
# No test depends on the language of the machine or leaves anything behind in the home of who runs it.
SETTINGS = {"LC_ALL": "en_GB.UTF-8", "HOYLE_TRACEBACK": "0", "PYTHONIOENCODING": "utf-8"}


@frozen
class Said:
    """What a call said and how it ended."""

    status: int
    out: str
    err: str

    @property
    def transcript(self) -> str:
        """All of it as one text, to be recorded."""
        parts = [self.out, f"--- stderr\n{self.err}" if self.err else "", f"--- status {self.status}\n"]
        return "".join(parts)


def call(*arguments: str, typed: str = "", home: Path | None = None) -> Said:
    """The command line in this process. typed: what comes from the keyboard; home: where programs keep their state."""
    state = {"HOYLE_STATE": ""} if home is None else {"HOYLE_STATE": None, "XDG_STATE_HOME": str(home)}
    settings = SETTINGS | state
    result = CliRunner(env=settings).invoke(hoyle, arguments, input=typed)
    return Said(result.exit_code, result.stdout, result.stderr)


def _load(name: str, *_: Any, **__: Any) -> Game:
    for known, module in HANDMADE.items():
        if known.casefold() == name.casefold():
            return Game(as_compiled(module))
    raise LoadError("load.no_game", name=name, hint="", games=", ".join(HANDMADE))


@contextmanager
def handmade_games() -> Iterator[None]:
    """Within it the games written by hand are the only ones."""
    with patch("hoyle.runtime.cli.choosing.load", _load):
        yield


def run(*arguments: str, typed: str = "", settings: Mapping[str, str] | None = None, cwd: Path | None = None) -> Said:
    """The command line as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from hoyle.runtime.cli import main; main()", *arguments],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, **SETTINGS, **(settings or {})},
        cwd=cwd,
        timeout=300,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())
