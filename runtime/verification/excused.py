"""What is known not to be checked, with the reason: a TOML file beside the game.

    [unexercised]
    "require march.way" = "No map of this game has such a region."

`kauri.unexercised.toml` lists what no example and no game exercises, `kauri.equivalent.toml` the mutants that change
nothing anybody could notice. An entry that is not needed is a mistake.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import frozen

from hoyle.runtime.problems import LoadError
from hoyle.runtime.rulefiles import shown


@frozen
class Excused:
    """The entries of one list: key and reason, in order. path: the file, whether there is one or not."""

    path: Path
    reasons: dict[str, str]

    def line_of(self, key: str) -> int:
        """The line of an entry, for messages."""
        lines = self.path.read_text("utf-8").splitlines()
        return next((n for n, line in enumerate(lines, 1) if key in line.replace('\\"', '"')), 1)


def excused(game: Path, kind: str) -> Excused:
    """The list of this kind (`unexercised`, `equivalent`) of a game. LoadError if it cannot be read as one."""
    path = game.with_name(f"{game.stem}.{kind}.toml")
    if not path.is_file():
        return Excused(path, {})
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise LoadError("coverage.bad_file", name=shown(path), why=error) from error
    entries = tables.get(kind)
    if set(tables) != {kind} or not isinstance(entries, dict):
        raise LoadError("coverage.bad_table", name=shown(path), table=kind)
    for key, reason in entries.items():
        if not isinstance(reason, str) or not reason.strip():
            raise LoadError("coverage.no_reason", name=shown(path), key=key)
    return Excused(path, dict(entries))
