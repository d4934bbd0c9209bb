"""`hoyle show`: a moment of a recorded playthrough, in the terminal or as an SVG picture."""

from __future__ import annotations

from pathlib import Path

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, command, language_option, said, speech
from hoyle.runtime.cli.drawing import scene_of, terminal_of
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.panel import picture, seen_by
from hoyle.runtime.cli.recorded import game_of, opened
from hoyle.runtime.cli.screenshots import caption_of, screen_lines, screen_picture, size_of
from hoyle.runtime.game import Game
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.look.svg import Words, svg
from hoyle.runtime.problems import RecordError, os_problem
from hoyle.runtime.records import Record
from hoyle.runtime.records import replay as replayed
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.state import State


@command("show")
@click.argument("record")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help=said("cli.show.help.at"))
@click.option("--as", "name", metavar="NAME", help=said("cli.show.help.as"))
@click.option("--svg", "is_svg", is_flag=True, help=said("cli.show.help.svg"))
@click.option("--screen", metavar="80x24", help=said("cli.show.help.screen"))
@click.option("-o", "--out", metavar="FILE", help=said("cli.show.help.out"))
@click.option("--game", metavar="GAME", help=said("cli.replay.help.game"))
@language_option
def show(
    record: str, at: int | None, name: str | None, is_svg: bool, screen: str | None, out: str | None, game: str | None
) -> None:
    """Show a moment of a recorded playthrough."""
    language, found = speech(), opened(record)
    rules = game_of(found, Request(game or "", None, (), {}))
    viewer = None if name is None else rules.rules.seat(_seat(rules, name, language))
    state, caption = _moment(found, rules, at, language)
    is_svg = is_svg or (out or "").endswith(".svg")
    if screen is not None:
        _write(_screen(found, rules, at, viewer, language, _size(screen, language), is_svg), out)
    elif is_svg:
        _write(_picture(state, viewer, language, caption), out)
    else:
        lines = [f"{rules.title(language)}, {caption}", "", *picture(state.position, viewer, language)]
        _write("".join(f"{line}\n" for line in lines), out)


def _size(text: str, language: str) -> tuple[int, int]:
    """The columns and lines of a screen. Misuse if it is too small to play at, or none."""
    size = size_of(text)
    if size is None:
        raise Misuse(message(language, "cli.show.bad_screen", text=text[:40]))
    return size


def _screen(
    record: Record, game: Game, at: int | None, viewer: int | None, language: str, size: tuple[int, int], is_svg: bool
) -> str:
    """What a terminal of a size shows at the table, as lines or as a picture of it."""
    here = terminal_of()
    terminal = Terminal(size[0], is_svg or here.colour, is_svg or here.unicode, size[1])
    lines = screen_lines(record, game, at, viewer, language, terminal)
    if is_svg:
        return screen_picture(lines, caption_of(game, terminal, language), terminal)
    return "".join(f"{line}\n" for line in lines)


def _seat(game: Game, name: str, language: str) -> str:
    """The seat of a name as rules write it or as people call it. StateError if there is none."""
    names = {seat_name(game.rules, seat, language).casefold(): seat for seat in game.players}
    return names.get(name.casefold(), name)


def _moment(record: Record, game: Game, at: int | None, language: str) -> tuple[State, str]:
    """The state after the line `at` of the file, by default after the last one, and what to call that moment."""
    last = record.lines[-1].number if record.lines else 0
    if at is not None and at > last:
        raise Misuse(message(language, "cli.show.no_line", file=record.name, line=at, last=last))
    caption = message(language, "cli.show.beginning")
    for state, line in replayed(record, game):
        if line is None or (at is not None and line.number > at):
            return state, caption
        caption = message(language, "cli.show.after", line=line.number)
    raise AssertionError("the last state of a record has no line behind it")


def _picture(state: State, viewer: int | None, language: str, caption: str) -> str:
    drawn = scene_of(state.position, seen_by(state.position, viewer), language)
    words = Words(message(language, "cli.show.to_move"), message(language, "total"))
    return svg(drawn, caption, words)


def _write(text: str, out: str | None) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        Path(out).write_text(click.unstyle(text), encoding="utf-8")
    except OSError as problem:
        raise RecordError("record.unwritable", name=out, why=os_problem(problem)) from problem
