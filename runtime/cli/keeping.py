"""What verification keeps between calls, and the records of what it finds."""

from __future__ import annotations

import os
import re
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.runtime.game import Game
from hoyle.runtime.loader import find, shipped_games

if TYPE_CHECKING:
    from hoyle.runtime.verification import Failure


def state_folder() -> Path | None:
    """Where failures are remembered: `$HOYLE_STATE` (empty: nowhere), else `hoyle` below `$XDG_STATE_HOME` or
    `~/.local/state`; None if there is no such place."""
    chosen = os.environ.get("HOYLE_STATE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_STATE_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "hoyle"
    with suppress(RuntimeError):
        return Path.home() / ".local" / "state" / "hoyle"
    return None


def kept(command: str, name: str) -> Path | None:
    """Where a command keeps what it knows of a game."""
    place = state_folder()
    return None if place is None else place / command / find(name).stem


def file_name(text: str) -> str:
    """A text as part of the name of a file."""
    return re.sub(r"[^\w=.-]+", "-", text)


def replaying(failure: Failure, game: Game, rules: Path, folder: Path | None, mode: str) -> str:
    """The command that shows a failure again; the record it reads is written, to the folder one stands in if there is
    no other. rules: the file of the game."""
    from hoyle.runtime.rulefiles import shown  # the compiler comes with it, which a table does without

    name = f"{file_name(mode)}-{file_name(failure.name)}.record"
    path = Path(name) if folder is None else folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(failure.record(game), "utf-8", newline="\n")
    given = [] if is_shipped(rules) else ["--game", shown(rules)]
    return shlex.join(["hoyle", "replay", shown(path), *given, "--boards"])


def is_shipped(path: Path) -> bool:
    return any(header.path.resolve() == path.resolve() for header in shipped_games())
