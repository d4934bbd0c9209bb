"""Records: text files that hold a playthrough, one line for each decision and each outcome of chance.

    hoyle record 1
    game: Nim
    players: player_1 player_2
    variants:
    option heaps: three
    identity: 4f3c...

    player_1 take(a, 2)
    * roll({1, 6})

The header names the rules exactly (`identity`, semantics 1.3). Outcomes are stored, so that replaying needs no
generator. Lines are appended and written through to the disk one by one: a program that dies loses nothing but the line
it was writing. Lines that begin with `#` are remarks. Seats that play without deciding, such as an automa, stand in a
line `plus:` of their own: `players` are the people.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from attrs import frozen

from hoyle.runtime.description import GameInfo
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.problems import IllegalMove, NotationError, RecordError, UserError, os_problem
from hoyle.runtime.state import State

MAGIC: Final = "hoyle record"
FORMAT: Final = 1
CHANCE: Final = "*"
_KEYS: Final = ("game", "players", "variants", "identity")
_OPTIONAL: Final = ("plus",)


@frozen
class Line:
    """A line of a record. number: in its file, from 1; player None: chance; notation: of the move or outcome."""

    number: int
    player: str | None
    notation: str

    def __str__(self) -> str:
        return f"{self.player or CHANCE} {self.notation}"


@frozen
class Record:
    """A record as read. name: of its file; players: the seats that decide; plus: those that play without deciding;
    options: as written, by name."""

    name: str
    game: str
    players: tuple[str, ...]
    variants: tuple[str, ...]
    options: dict[str, str]
    identity: str
    lines: tuple[Line, ...]
    plus: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------ writing


def header(info: GameInfo) -> list[str]:
    """The lines of a header, the blank one that ends it included."""
    options = [f"option {name}: {_option_text(value)}" for name, value in info.options.items()]
    others = [seat for seat in info.players if seat not in info.deciding]
    return [
        f"{MAGIC} {FORMAT}",
        f"game: {info.name}",
        f"players: {' '.join(seat for seat in info.players if seat in info.deciding)}",
        *([f"plus: {' '.join(others)}"] if others else []),
        f"variants: {' '.join(info.variants)}".rstrip(),
        *options,
        f"identity: {info.identity}",
        "",
    ]


def _option_text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return str(value)


class RecordWriter:
    """Appends to a record as a game goes on. A context manager; each line is on the disk when `write` returns.

    RecordError if the file cannot be written, or is there already.
    """

    def __init__(self, path: Path | str, info: GameInfo) -> None:
        self._path = Path(path)
        try:
            self._file: TextIO = self._path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            raise RecordError("record.exists", name=str(path)) from None
        except OSError as error:
            raise self._unwritable(error) from error
        self._append("\n".join(header(info)))

    def write(self, player: str | None, choice: Move | Outcome) -> None:
        """One decision (player: whose) or one outcome of chance (None)."""
        self._append(f"{player or CHANCE} {choice.notation}")

    def remark(self, text: str) -> None:
        """A line that readers of files see and programs skip: how the game ended, say."""
        self._append("\n".join(f"# {line}".rstrip() for line in text.splitlines()))

    def _append(self, text: str) -> None:
        try:
            self._file.write(f"{text}\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> RecordError:
        return RecordError("record.unwritable", name=str(self._path), why=os_problem(error))

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# ------------------------------------------------------------------------------------------------ reading


def load_record(path: Path | str) -> Record:
    """The record in a file. RecordError says what is wrong with it, and in which line."""
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordError("record.unreadable", name=name, why=os_problem(error)) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("record.not_text", name=name, place=error.start) from error
    return read_record(text, name)


def read_record(text: str, name: str = "record") -> Record:
    """The record that a text holds. name: for messages."""
    lines = text.split("\n")
    _check_magic(lines[0].rstrip("\r"), name)
    if lines[-1].strip():
        raise RecordError("record.cut", name=name, line=len(lines))
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)][1:]
    end = next((i for i, (_, line) in enumerate(numbered) if not line), len(numbered))
    found, options = _header(numbered[:end], name)
    body = [(number, line) for number, line in numbered[end:] if line and not line.startswith("#")]
    return Record(
        name=name,
        game=found["game"],
        players=tuple(found["players"].split()),
        variants=tuple(found["variants"].split()),
        options=options,
        identity=found["identity"],
        lines=tuple(_line(number, line, name) for number, line in body),
        plus=tuple(found.get("plus", "").split()),
    )


def _check_magic(first: str, name: str) -> None:
    magic, _, version = first.strip().rpartition(" ")
    if magic != MAGIC:
        raise RecordError("record.not_a_record", name=name, magic=MAGIC)
    if version != str(FORMAT):
        raise RecordError("record.version", name=name, found=version, known=FORMAT)


def _header(lines: list[tuple[int, str]], name: str) -> tuple[dict[str, str], dict[str, str]]:
    """The keys of a header, and its options."""
    found: dict[str, str] = {}
    options: dict[str, str] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon:
            raise RecordError("record.header", name=name, line=number, text=line)
        option = key.removeprefix("option ").strip()
        table, entry = (options, option) if key.startswith("option ") else (found, key.strip())
        if table is found and entry not in (*_KEYS, *_OPTIONAL):
            raise RecordError("record.header_key", name=name, line=number, key=entry)
        if entry in table:
            raise RecordError("record.header_twice", name=name, line=number, key=entry)
        table[entry] = value.strip()
    for key in _KEYS:
        if key not in found:
            raise RecordError("record.header_missing", name=name, key=key)
    return found, options


def _line(number: int, line: str, name: str) -> Line:
    player, _, notation = line.partition(" ")
    if not notation.strip():
        raise RecordError("record.line", name=name, line=number, text=line)
    return Line(number, None if player == CHANCE else player, notation.strip())


# ------------------------------------------------------------------------------------------------ replaying


def check_rules(record: Record, game: Game) -> None:
    """RecordError, with both named, if the record is not of exactly these rules."""
    if record.game != game.name:
        raise RecordError("record.other_game", name=record.name, theirs=record.game, ours=game.name)
    if record.identity != game.identity:
        versions = {"theirs": record.identity, "ours": game.identity}
        raise RecordError("record.foreign", name=record.name, game=game.name, **versions)


def check_count(record: Record, players: int | None) -> None:
    """RecordError if another number of people is asked for than the one recorded; None: no number is."""
    if players not in (None, len(record.players)):
        raise RecordError("record.other_count", name=record.name, theirs=len(record.players), ours=players)


def replay(record: Record, game: Game, *, log: bool = False) -> Iterator[tuple[State, Line | None]]:
    """The states of a recorded playthrough, each with the line that comes next, None at the last.

    It is one state that moves on: clone what is to be kept. RecordError if a line does not fit.
    """
    check_rules(record, game)
    state = game.new(log=log)
    for line in record.lines:
        yield state, line
        _apply(record, game, state, line)
    yield state, None


def replayed(record: Record, game: Game, *, log: bool = False) -> State:
    """The state that a record leads to."""
    state = game.new(log=log)
    for state, _ in replay(record, game, log=log):  # noqa: B007 - the last one is wanted
        pass
    return state


def _apply(record: Record, game: Game, state: State, line: Line) -> None:
    if state.kind == "over":
        raise RecordError("record.after_end", name=record.name, line=line.number)
    if line.player != state.player:
        said, due = line.player or CHANCE, state.player or CHANCE
        raise RecordError("record.wrong_player", name=record.name, line=line.number, said=said, due=due)
    try:
        state.apply(game.parse(state, line.notation))
    except (NotationError, IllegalMove) as error:
        why: UserError = error
        raise RecordError("record.move", name=record.name, line=line.number, why=why) from error
