"""`hoyle replay` and `hoyle why`: what a record holds, and why a move was refused."""

from __future__ import annotations

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.asking import reasons_of
from hoyle.runtime.cli.choosing import Request, command, language_option, rules_options, said, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.guard import REFUSED, Misuse
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.recorded import game_of, opened, request_of, said_rules
from hoyle.runtime.cli.seats import seat_named
from hoyle.runtime.cli.sitting import walk
from hoyle.runtime.cli.stepping import Replay
from hoyle.runtime.cli.table import is_interactive
from hoyle.runtime.cli.telling import said_choice, said_event, told_end, told_refusal
from hoyle.runtime.game import Game
from hoyle.runtime.records import Record
from hoyle.runtime.records import replay as replayed
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.state import State


@command("replay")
@click.argument("record")
@click.option("--game", metavar="GAME", help=said("cli.replay.help.game"))
@click.option("--as", "viewer", metavar="NAME", help=said("cli.replay.help.as"))
@click.option("--boards", is_flag=True, help=said("cli.replay.help.boards"))
@click.option("--print", "is_printed", is_flag=True, help=said("cli.replay.help.print"))
@language_option
def replay(record: str, game: str | None, viewer: str | None, boards: bool, is_printed: bool) -> None:
    """Show a recorded playthrough."""
    language, found = speech(), opened(record)
    asked = Request(game or "", None, (), {})
    rules = game_of(found, asked)
    seat = None if viewer is None else _seat(rules, viewer, language)
    click.echo(message(language, "cli.replay.title", game=rules.title(language), file=record))
    for line in said_rules(rules, request_of(found, asked).name, language):
        click.echo("\n".join(paragraph(line)))
    if is_interactive() and not boards and not is_printed:
        Replay(found, rules, seat, language).show()
    else:
        _print(found, rules, seat, boards, language)


def _seat(game: Game, name: str, language: str) -> int:
    """The code of a seat. Misuse if there is none of that name."""
    seat = seat_named(game, name, language)
    if seat is None:
        known = ", ".join(game.players)
        raise Misuse(message(language, "cli.bad.seat_name", name=name, game=game.name, seats=known, hint=""))
    return game.rules.seat(seat)


def _print(found: Record, rules: Game, seat: int | None, boards: bool, language: str) -> None:
    """All of a record: its lines, and the position at the end or after each of them. seat: as who sees it; None: as one
    who sees all that was decided."""
    state = None
    for step, (line, choice, state) in enumerate(walk(found, rules)):
        if line is not None and choice is not None:
            all_of_it = said_choice(rules.rules, line.player, choice, language)
            text = all_of_it if seat is None else _as_seen(state, seat, language)
            if text is not None:
                click.echo("\n".join(paragraph(f"{step:>4}  {text}", hanging=6)))
        if boards:
            _show(state, seat, language)
    assert state is not None
    if not boards:
        _show(state, seat, language)
    _conclude(state, language)


def _as_seen(state: State, seat: int, language: str) -> str | None:
    """The last event as a seat sees it; None if it sees nothing of it."""
    event = state.last_event
    assert event is not None
    return said_event(event, seat, language)


def _show(state: State, seat: int | None, language: str) -> None:
    click.echo()
    for line in picture(state.position, seat, language):
        click.echo(line)
    click.echo()


def _conclude(state: State, language: str) -> None:
    if state.kind == "over":
        for line in told_end(state, language):
            click.echo("\n".join(paragraph(line)))
        return
    player = state.player
    name = message(language, "cli.chance") if player is None else seat_name(state.game.rules, player, language)
    click.echo(message(language, "cli.replay.open", name=name))


@command("why")
@click.argument("game")
@click.argument("record")
@click.argument("move")
@click.option("--step", type=click.IntRange(min=0), metavar="N", help=said("cli.why.help.step"))
@click.option("--line", type=click.IntRange(min=1), metavar="N", help=said("cli.why.help.line"))
@rules_options
def why(
    game: str,
    record: str,
    move: str,
    step: int | None,
    line: int | None,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Say why a move is not possible where a record ends."""
    language, found = speech(), opened(record)
    rules = game_of(found, Request(game, players, variants, options))
    state = _state_at(found, rules, line, language) if step is None else _state_after(found, rules, step, language)
    notation, reasons = reasons_of(state, move, language)
    if not reasons:
        click.echo(message(language, "cli.why.legal", move=notation))
        return 0
    for text in told_refusal(notation, reasons, language):
        click.echo("\n".join(paragraph(text, hanging=4)))
    return REFUSED


def _state_after(record: Record, game: Game, step: int, language: str) -> State:
    """The state after so many decisions and outcomes, as `replay` numbers them."""
    last = 0
    for last, (state, _) in enumerate(replayed(record, game)):
        if last == step:
            return state
    raise Misuse(message(language, "cli.replay.no_step", last=last))


def _state_at(record: Record, game: Game, line: int | None, language: str) -> State:
    """The state before a line of the file, by default after the last one."""
    for state, following in replayed(record, game):
        if following is None or (line is not None and following.number >= line):
            if line is None or following is not None:
                return state
    raise Misuse(message(language, "cli.why.no_line", file=record.name, line=line))
