"""`hoyle replay` and `hoyle why`: what a record holds, and why a move was refused."""

from __future__ import annotations

import click

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.choosing import Request, command, language_option, rules_options, said, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.guard import REFUSED, Misuse
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.sitting import walk
from hoyle.runtime.cli.telling import said_choice, told_end, told_refusal
from hoyle.runtime.game import Game
from hoyle.runtime.records import Record, check_count, check_rules, load_record
from hoyle.runtime.records import replay as replayed
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.state import State


def game_of(record: Record, name: str | None, request: Request | None = None) -> Game:
    """The game a record was made with; what the command says wins over what the record says."""
    asked = request or Request("", None, (), {})
    check_count(record, asked.players)
    return Request(
        name or record.game,
        len(record.players),
        asked.variants or record.variants,
        {**record.options, **asked.options},
    ).load()


@command("replay")
@click.argument("record")
@click.option("--game", metavar="GAME", help=said("cli.replay.help.game"))
@click.option("--boards", is_flag=True, help=said("cli.replay.help.boards"))
@language_option
def replay(record: str, game: str | None, boards: bool) -> None:
    """Show a recorded playthrough."""
    language, found = speech(), load_record(record)
    rules = game_of(found, game)
    click.echo(message(language, "cli.replay.title", game=rules.title(language), file=record))
    state = None
    for line, choice, state in walk(found, rules):
        if line is not None and choice is not None:
            text = said_choice(rules.rules, line.player, choice, language)
            click.echo("\n".join(paragraph(f"{line.number:>4}  {text}", hanging=6)))
        if boards:
            _show(state, language)
    assert state is not None
    if not boards:
        _show(state, language)
    _conclude(state, language)


def _show(state: State, language: str) -> None:
    click.echo()
    for line in picture(state.position, None, language):
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
@click.option("--line", type=click.IntRange(min=1), metavar="N", help=said("cli.why.help.line"))
@rules_options
def why(
    game: str,
    record: str,
    move: str,
    line: int | None,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Say why a move is not possible where a record ends."""
    language, found = speech(), load_record(record)
    rules = game_of(found, game, Request(game, players, variants, options))
    state = _state_at(found, rules, line, language)
    reasons = state.explain(move, language)
    if not reasons:
        click.echo(message(language, "cli.why.legal", move=move))
        return 0
    for text in told_refusal(move, reasons, language):
        click.echo("\n".join(paragraph(text, hanging=4)))
    return REFUSED


def _state_at(record: Record, game: Game, line: int | None, language: str) -> State:
    """The state before a line of the file, by default after the last one."""
    check_rules(record, game)
    for state, following in replayed(record, game):
        if following is None or (line is not None and following.number >= line):
            if line is None or following is not None:
                return state
    raise Misuse(message(language, "cli.why.no_line", file=record.name, line=line))
