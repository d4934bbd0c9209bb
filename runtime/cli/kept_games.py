"""Where games are kept: in the file that is asked for, else in a folder of our own, from the first decision on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import Final

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request
from hoyle.runtime.cli.keeping import state_folder
from hoyle.runtime.cli.recorded import setting_of
from hoyle.runtime.cli.sitting import Sitting
from hoyle.runtime.description import GameInfo
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import Record, RecordWriter, Setting, load_record

ENDED: Final = "over: "  # begins the remark at the end of a finished game
_LISTED: Final = 10
_ELSEWHERE: Final = "elsewhere.txt"  # names files with games outside our folder


def games_folder() -> Path:
    """Where games are kept that nobody asked to keep. RecordError if there is no such place."""
    folder = state_folder()
    if folder is None:
        raise RecordError("record.no_place")
    return folder


def kept_by_itself(sitting: Sitting, request: Request, seats: dict[str, str]) -> RecordWriter:
    """A new record in our folder. RecordError if it cannot be written there."""
    folder = games_folder()
    setting = setting_of(request, sitting.game, folder, sitting.seed, seats, takeback=sitting.can_take_back)
    return new_in(folder, f"{sitting.game.name}-{sitting.seed}", sitting.game.info, setting)


def new_in(folder: Path, stem: str, info: GameInfo, setting: Setting) -> RecordWriter:
    """A record of a name that is not taken yet. RecordError if it cannot be written."""
    stem = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in stem)[:100]
    for number in range(1, 10_000):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return RecordWriter(folder / f"{stem}-{number}.record", info, setting)
        except RecordError as error:
            if error.key != "record.exists":
                raise
        except OSError as error:
            raise RecordWriter.unwritable(folder, error) from error
    raise RecordError("record.exists", name=str(folder / stem))


def tell_kept(sitting: Sitting, request: Request, seats: dict[str, str], language: str) -> bool:
    """Somebody left, or the rules cannot go on: where the game is, or what is lost. False if something is."""
    if sitting.record is None:
        click.echo(message(language, "cli.play.left" if len(sitting.events) <= 1 else "cli.play.unkept"))
        return True
    if not _flushed(sitting):
        return _rescued(sitting, request, seats, language)
    say(language, "cli.play.saved", file=quote(str(sitting.record.path)))
    return True


def _flushed(sitting: Sitting) -> bool:
    assert sitting.record is not None
    try:
        sitting.record.flush()
    except RecordError:
        return False
    return True


def _rescued(sitting: Sitting, request: Request, seats: dict[str, str], language: str) -> bool:
    """The record is not complete: the game is kept in our folder if it can be, else shown."""
    assert sitting.record is not None
    count, file = sitting.record.unwritten, quote(str(sitting.record.path))
    try:
        with kept_by_itself(sitting, request, seats) as writer:
            sitting.write_to(writer)
    except RecordError as error:
        say(language, "cli.play.lost", count=count, file=file, why=error.text(language))
        for event in sitting.events[len(sitting.events) - count :]:
            click.echo(f"    {event.said()}")
        return False
    say(language, "cli.play.rescued", file=quote(str(writer.path)), old=file)
    return True


def say(language: str, key: str, **values: object) -> None:
    """A text of the catalogue. What is to be copied, the name of a file or a command, is never broken."""
    for line in message(language, key, **values).splitlines():
        click.echo(line)


# ------------------------------------------------------------------------------------------------ games to go on with


def note_place(path: Path) -> None:
    """Remember that a game is kept in a file of somebody's choice, so that it is listed with those in our folder."""
    folder, name = state_folder(), str(path.resolve())
    if folder is None or "\n" in name:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / _ELSEWHERE).open("a", encoding="utf-8") as places:
            places.write(f"{name}\n")


def _kept_files() -> list[Path]:
    """All records that are known of, the last one written to first."""
    folder = state_folder()
    if folder is None:
        return []
    elsewhere: list[str] = []
    with suppress(OSError):
        elsewhere = (folder / _ELSEWHERE).read_text("utf-8", "replace").splitlines()
    files = {path for path in (*folder.glob("*.record"), *map(Path, elsewhere)) if path.is_file()}
    return sorted(sorted(files), key=lambda path: path.stat().st_mtime, reverse=True)


def unfinished() -> Iterator[Record]:
    """The records of games that did not end, the last one played first."""
    for path in _kept_files():
        try:
            if f"\n# {ENDED}" not in path.read_text("utf-8", "replace"):
                yield load_record(path, mend=True)
        except (RecordError, OSError):
            continue


def tell_unfinished(language: str) -> None:
    """The list of games to go on with."""
    records = list(unfinished())
    if not records:
        say(language, "cli.resume.none")
        return
    say(language, "cli.resume.which")
    for record in records[:_LISTED]:
        values = {
            "game": record.game,
            "people": len(record.players),
            "date": datetime.fromtimestamp(Path(record.name).stat().st_mtime).strftime("%Y-%m-%d %H:%M"),
            "count": sum(line.player is not None for line in record.lines),
        }
        command = f"hoyle resume {quote(record.name)}{'' if language == 'en' else f' --lang {language}'}"
        click.echo(message(language, "cli.resume.game", **values))
        click.echo(f"      {command}")
    if len(records) > _LISTED:
        say(language, "cli.resume.more", count=len(records) - _LISTED)
