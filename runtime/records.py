"""Records: text files that hold a playthrough, one line for each decision and each outcome of chance.

    hoyle record 1
    game: Nim
    rules: my-nim.hoyle
    players: player_1 player_2
    variants:
    option heaps: three
    identity: 4f3c...
    seed: 7
    seat player_1: human
    seat player_2: random

    player_1 take(a, 2)
    * roll({1, 6})

The header names the rules exactly (`identity`, semantics 1.3). Outcomes are stored, so that replaying needs no
generator. Lines are appended and written through to the disk one by one: a program that dies loses nothing but the line
it was writing, and such a torn line is known by the end of line that it lacks. Lines that begin with `#` are remarks.
Seats that play without deciding, such as an automa, stand in a line `plus:` of their own: `players` are the people.

What is needed to go on, not to replay, may be left out: the seed, who sits where, whether all agreed that anything may
be taken back (`takeback: yes`), and where the rule files of a game lie that is not shipped (`rules`, `rules of
VARIANT`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import field, frozen

from hoyle.runtime.description import GameInfo
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.problems import IllegalMove, NotationError, RecordError, UserError, os_problem
from hoyle.runtime.state import State

try:
    from fcntl import LOCK_EX, LOCK_NB
    from fcntl import flock as _flock
except ImportError:  # not on Windows
    flock: Callable[[int, int], object] | None = None
    LOCK = 0
else:
    flock, LOCK = _flock, LOCK_EX | LOCK_NB

MAGIC: Final = "hoyle record"
FORMAT: Final = 1
CHANCE: Final = "*"
_BINARY: Final = getattr(os, "O_BINARY", 0)
_KEYS: Final = ("game", "players", "variants", "identity")
_OPTIONAL: Final = ("plus", "rules", "seed", "takeback")
_TABLES: Final = ("option", "seat", "rules of")  # keys with a name: `option heaps`


@frozen
class Line:
    """A line of a record. number: in its file, from 1; player None: chance; notation: of the move or outcome."""

    number: int
    player: str | None
    notation: str

    def __str__(self) -> str:
        return f"{self.player or CHANCE} {self.notation}"


@frozen
class Setting:
    """How a game was set up, beside its rules. seed: None if not known; seats: who sits there, as for `--seat`; rules,
    overlays: the files of a game, and of variants by name, that are not shipped; takeback: whether all agreed that also
    chance, secrets and moves of others may be taken back."""

    seed: str | None = None
    seats: Mapping[str, str] = field(factory=dict)
    rules: str | None = None
    overlays: Mapping[str, str] = field(factory=dict)
    takeback: bool = False


@frozen
class Record:
    """A record as read. name: of its file; players: the seats that decide; plus: those that play without deciding;
    options: as written, by name; torn: what stands of a last line that was cut off, which is no part of the record;
    size: how many bytes of the file are whole lines."""

    name: str
    game: str
    players: tuple[str, ...]
    variants: tuple[str, ...]
    options: dict[str, str]
    identity: str
    lines: tuple[Line, ...]
    plus: tuple[str, ...] = ()
    setting: Setting = Setting()
    torn: str | None = None
    size: int = 0


# ------------------------------------------------------------------------------------------------ writing


def header(info: GameInfo, setting: Setting = Setting()) -> list[str]:  # noqa: B008 - it is frozen
    """The lines of a header, the blank one that ends it included."""
    others = [seat for seat in info.players if seat not in info.deciding]
    return [
        f"{MAGIC} {FORMAT}",
        f"game: {info.name}",
        *([f"rules: {setting.rules}"] if setting.rules else []),
        *(f"rules of {name}: {path}" for name, path in setting.overlays.items()),
        f"players: {' '.join(seat for seat in info.players if seat in info.deciding)}",
        *([f"plus: {' '.join(others)}"] if others else []),
        f"variants: {' '.join(info.variants)}".rstrip(),
        *(f"option {name}: {_option_text(value)}" for name, value in info.options.items()),
        f"identity: {info.identity}",
        *([] if setting.seed is None else [f"seed: {setting.seed}"]),
        *(f"seat {name}: {kind}" for name, kind in setting.seats.items()),
        *(["takeback: yes"] if setting.takeback else []),
        "",
    ]


def _option_text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return str(value)


class RecordWriter:
    """Appends to a record as a game goes on. A context manager; each line is on the disk when `write` returns.

    RecordError if the file cannot be written, or is there already. A line that could not be written is kept, and
    written with the next one, or by `flush`: whoever goes on after the error loses nothing if room is made.
    """

    def __init__(self, path: Path | str, info: GameInfo, setting: Setting = Setting()) -> None:  # noqa: B008
        self.path = Path(path)
        self._size = 0
        self._starts: list[int] = []  # where in the file each decision and outcome begins
        self._pending: list[str] = []
        try:
            self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        except FileExistsError:
            raise RecordError("record.exists", name=str(path)) from None
        except OSError as error:
            raise self.unwritable(self.path, error) from error
        self._begin(info, setting)

    def _begin(self, info: GameInfo, setting: Setting) -> None:
        try:
            self._claim()
            self._put("\n".join(header(info, setting)) + "\n")
        except RecordError:
            self.close()
            with suppress(OSError):
                self.path.unlink()  # an empty file would only be in the way
            raise

    @classmethod
    def going_on(cls, record: Record) -> RecordWriter:
        """Goes on in the file of a record, behind its last whole line. RecordError if it cannot be written."""
        writer = cls.__new__(cls)
        writer.path, writer._pending = Path(record.name), []
        try:
            writer._file = os.open(writer.path, os.O_RDWR | _BINARY)
        except OSError as error:
            raise writer.unwritable(writer.path, error) from error
        writer._claim()
        ends = [0]
        for line in writer.path.read_bytes()[: record.size].split(b"\n"):
            ends.append(ends[-1] + len(line) + 1)
        writer._starts = [ends[line.number - 1] for line in record.lines]
        writer._size = record.size
        writer._cut(record.size)
        return writer

    def _claim(self) -> None:
        """Two programs that write one record would spoil it. Where there are no locks, nothing is done."""
        if flock is None:
            return
        try:
            flock(self._file, LOCK)
        except BlockingIOError:
            self.close()
            raise RecordError("record.in_use", name=str(self.path)) from None
        except OSError:  # a file system without locks
            return

    @property
    def unwritten(self) -> int:
        """How many lines are not on the disk."""
        return len(self._pending)

    def write(self, player: str | None, choice: Move | Outcome) -> None:
        """One decision (player: whose) or one outcome of chance (None)."""
        self._pending.append(f"{player or CHANCE} {choice.notation}")
        self.flush()

    def remark(self, text: str) -> None:
        """Lines that readers of files see and programs skip: how the game ended, say."""
        self._pending += [f"# {line}".rstrip() for line in text.splitlines()]
        self.flush()

    def flush(self) -> None:
        """Write what could not be written before."""
        if not self._pending:
            return
        start = self._size
        self._put("".join(f"{line}\n" for line in self._pending))
        for line in self._pending:
            if not line.startswith("#"):
                self._starts.append(start)
            start += len(line.encode()) + 1
        self._pending.clear()

    def _put(self, text: str) -> None:
        """All of a text, or nothing."""
        data = text.encode()
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise self.unwritable(self.path, error) from error
        self._size += len(data)

    def take_back(self, count: int) -> None:
        """Remove the last `count` decisions and outcomes, with the remarks among them."""
        with suppress(RecordError):
            self.flush()
        while count and self._pending:
            count -= not self._pending.pop().startswith("#")
        if count:
            self._cut(self._starts[-count])
            del self._starts[-count:]

    def _cut(self, size: int) -> None:
        try:
            os.ftruncate(self._file, size)
            os.fsync(self._file)
        except OSError as error:
            raise self.unwritable(self.path, error) from error
        self._size = size

    @staticmethod
    def unwritable(path: Path, error: OSError) -> RecordError:
        """A file or folder cannot be written."""
        return RecordError("record.unwritable", name=str(path), why=os_problem(error))

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# ------------------------------------------------------------------------------------------------ reading


def load_record(path: Path | str, *, mend: bool = False) -> Record:
    """The record in a file. RecordError says what is wrong with it, and in which line. mend: leave out a last line that
    was cut off, and say so (`torn`)."""
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordError("record.unreadable", name=name, why=os_problem(error)) from error
    whole = data.rfind(b"\n") + 1
    rest = data[whole:]
    # A file system that dies may leave zeros behind where data should have come.
    torn = rest.rstrip(b"\0").decode("utf-8", "replace") if rest.strip(b"\0 \t\r") or rest.startswith(b"\0") else None
    if torn is not None and mend and whole:
        return read_record(_text(data[:whole], name), name, torn=torn, size=whole)
    return read_record(_text(data, name), name, size=whole)


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("record.not_text", name=name, place=error.start, line=line) from error


def read_record(text: str, name: str = "record", *, torn: str | None = None, size: int = 0) -> Record:
    """The record that a text holds. name: for messages; torn, size: as in `Record`."""
    if not text.strip():
        raise RecordError("record.empty", name=name)
    lines = text.split("\n")
    _check_magic(lines[0].rstrip("\r"), name)
    if lines[-1].strip():
        raise RecordError("record.cut", name=name, line=len(lines))
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)][1:]
    end = next((i for i, (_, line) in enumerate(numbered) if not line), len(numbered))
    found = _Header(numbered[:end], name)
    body = [(number, line) for number, line in numbered[end:] if line and not line.startswith("#")]
    return Record(
        name=name,
        game=found.keys["game"],
        players=tuple(found.keys["players"].split()),
        variants=tuple(found.keys["variants"].split()),
        options=found.tables["option"],
        identity=found.keys["identity"],
        lines=tuple(_line(number, line, name) for number, line in body),
        plus=tuple(found.keys.get("plus", "").split()),
        setting=found.setting,
        torn=torn,
        size=size,
    )


def _check_magic(first: str, name: str) -> None:
    magic, _, version = first.strip().rpartition(" ")
    if magic != MAGIC:
        raise RecordError("record.not_a_record", name=name, magic=MAGIC)
    if version != str(FORMAT):
        raise RecordError("record.version", name=name, found=version, known=FORMAT)


class _Header:
    """The lines of a header: keys with their values, and tables of keys that have a name."""

    def __init__(self, lines: list[tuple[int, str]], name: str) -> None:
        self.keys: dict[str, str] = {}
        self.tables: dict[str, dict[str, str]] = {table: {} for table in _TABLES}
        for number, line in lines:
            self._read(number, line, name)
        for key in _KEYS:
            if key not in self.keys:
                raise RecordError("record.header_missing", name=name, key=key)

    def _read(self, number: int, line: str, name: str) -> None:
        key, colon, value = line.partition(":")
        if not colon:
            raise RecordError("record.header", name=name, line=number, text=line)
        kind = next((table for table in _TABLES if key.startswith(f"{table} ")), None)
        entry = key.removeprefix(f"{kind} ").strip()
        if kind is None and entry not in (*_KEYS, *_OPTIONAL):
            raise RecordError("record.header_key", name=name, line=number, key=entry)
        table = self.keys if kind is None else self.tables[kind]
        if entry in table:
            raise RecordError("record.header_twice", name=name, line=number, key=entry)
        table[entry] = value.strip()

    @property
    def setting(self) -> Setting:
        keys, tables = self.keys, self.tables
        return Setting(
            keys.get("seed"), tables["seat"], keys.get("rules"), tables["rules of"], keys.get("takeback") == "yes"
        )


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
