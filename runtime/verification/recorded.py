"""Recorded games of a game, in its folder `records`: what the rules did once is what they still have to do.

A file is a record like any other (`hoyle replay` shows it). Its remarks at the end say what programs compare: how many
moves were legal at each decision, a digest of what everybody saw now and then, the scores and the winners, how many
outcomes chance had.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from hoyle.runtime.chance import generator
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.loader import load
from hoyle.runtime.problems import UserError
from hoyle.runtime.records import Record, header, read_record
from hoyle.runtime.state import State
from hoyle.runtime.verification.building import Setting
from hoyle.runtime.verification.modes import modes

FOLDER: Final = "records"
_STEPS: Final = 3_000
_LOOK: Final = 24  # steps from one look at what everybody sees to the next


@frozen
class Recorded:
    """A recorded game: its file, and what its remarks say."""

    path: Path
    record: Record
    remarks: tuple[str, ...]

    @property
    def setting(self) -> Setting:
        """Options are those that the record names, which are all."""
        return Setting(self.record.variants, len(self.record.players), tuple(sorted(self.record.options.items())))


def recorded(game: Path) -> list[Recorded]:
    """The recorded games of a game, by file name. RecordError if one of the files is no record."""
    found = []
    for path in sorted((game.parent / FOLDER).glob("*.record")):
        text = path.read_text("utf-8")
        remarks = tuple(line[2:] for line in text.splitlines() if line.startswith("# "))
        found.append(Recorded(path, read_record(text, str(path)), remarks))
    return found


def differs(recorded: Recorded, game: Game) -> str:
    """What goes another way than it was recorded, "" if nothing does."""
    state, trace = game.new(), _Trace()
    for line in recorded.record.lines:
        trace.look(state)
        if state.kind == "over" or line.player != state.player:
            return f"line {line.number}: not {line.player or 'chance'}'s turn"
        try:
            state.apply(game.parse(state, line.notation))
        except (UserError, RuleError):
            return f"line {line.number}: {line.notation} is not possible"
    trace.look(state)
    now = tuple(trace.remarks(state))
    return next((f"{a} (now: {b})" for a, b in zip(recorded.remarks, now, strict=False) if a != b), "")


def play(game: Game, seed: str) -> str:
    """The text of a recorded game, played at random."""
    state, trace, rng, lines = game.new(), _Trace(), generator(seed), header(game.info)
    for _ in range(_STEPS):
        trace.look(state)
        if state.kind == "over":
            break
        choice = rng.choice(state.legal_moves()) if state.kind == "decision" else state.sample_chance(rng)
        lines.append(f"{state.player or '*'} {choice.notation}")
        state.apply(choice)
    return "\n".join([*lines, *(f"# {remark}" for remark in trace.remarks(state)), ""])


def settings(path: Path, seed: str) -> list[tuple[str, Setting]]:
    """The settings in which a game is recorded, with the names of the files: all its modes."""
    found: dict[str, Setting] = {}
    for mode in modes(path, seed=seed):
        name = "-".join([*mode.variants, f"{mode.players}p"]).lower()
        letters = (f"{name}-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
        chosen = name if not mode.options else next(n for n in letters if n not in found)
        found[chosen] = Setting(mode.variants, mode.players, tuple(sorted(mode.options.items())))
    return list(found.items())


class _Trace:
    """What is noted while a game is played or replayed."""

    def __init__(self) -> None:
        self._legal: list[int] = []
        self._chances: list[int] = []
        self._seen = 0
        self._steps = 0

    def look(self, state: State) -> None:
        if state.kind == "decision":
            self._legal.append(len(state.legal_moves()))
        elif state.kind == "chance":
            self._chances.append(len(state.outcomes()))
        if self._steps % _LOOK == 0 or state.kind == "over":
            self._seen = zlib.crc32(json.dumps(_views(state), sort_keys=True).encode(), self._seen)
        self._steps += 1

    def remarks(self, state: State) -> Iterator[str]:
        yield from _wrapped("legal:", [str(count) for count in self._legal])
        yield f"seen: {self._seen:08x}"
        yield "scores: " + ", ".join(f"{name} {score.total}" for name, score in state.scores().items())
        yield f"ending: {state.ending}, won by {' '.join(state.winners()) or 'nobody'}"
        yield from _wrapped("chances:", [str(count) for count in self._chances])


def _views(state: State) -> list[object]:
    return [state.observation(viewer) for viewer in (None, *state.game.players)]


def _wrapped(head: str, words: Sequence[str]) -> Iterator[str]:
    line = head
    for word in words:
        if len(line) + len(word) > 100:
            yield line
            line = head
        line += f" {word}"
    yield line


def record_anew(path: Path, seed: str) -> list[Path]:
    """Play and write the recorded games of a game; those of settings it no longer has are taken away."""
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    written = []
    for name, setting in settings(path, seed):
        game = load(path, setting.players, setting.variants, dict(setting.options))
        written.append(folder / f"{name}.record")
        written[-1].write_text(play(game, f"{seed}/{name}"), "utf-8", newline="\n")
    for old in set(folder.glob("*.record")) - set(written):
        old.unlink()
    return written
