"""`hoyle play` and `hoyle resume`: people and bots at one table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote

import click
from attrs import define

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import fresh_seed
from hoyle.runtime.cli.choosing import Request, command, language_option, pairs, rules_options, said, speech
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.drawing import terminal_of
from hoyle.runtime.cli.guard import INTERRUPTED, REFUSED, Misuse
from hoyle.runtime.cli.keeping import state_folder
from hoyle.runtime.cli.kept_games import ENDED, kept_by_itself, note_place, say, tell_kept, tell_unfinished
from hoyle.runtime.cli.panel import picture, score_table
from hoyle.runtime.cli.person import Person
from hoyle.runtime.cli.recorded import game_of, opened, request_of, said_rules, setting_of
from hoyle.runtime.cli.screen import LEAST_ROOM
from hoyle.runtime.cli.seating import HUMAN, RANDOM, maker, reseated, said_kind, seated
from hoyle.runtime.cli.sitting import STEPS, BotPlayer, CannotGoOn, Left, Player, Sitting, was_chosen
from hoyle.runtime.cli.table import Table, is_interactive
from hoyle.runtime.cli.telling import told_end, told_failure
from hoyle.runtime.game import Game
from hoyle.runtime.problems import RecordError
from hoyle.runtime.records import Record, RecordWriter

END_LINES = 5  # that tell how a game ended, with the prompt of the shell


@define
class Evening:
    """One call of `play` or `resume`: the game as asked for, who sits where, and the table. is_kept_by_itself: whether
    nobody asked for a record; was_over: whether the game had ended before."""

    request: Request
    game: Game
    seats: dict[str, str]
    seed: str
    table: Table
    can_take_back: bool = False
    is_kept_by_itself: bool = False
    was_over: bool = False

    @property
    def sitting(self) -> Sitting:
        """The game at its beginning."""
        self.table.people = [seat for seat, kind in self.seats.items() if kind == HUMAN]
        players = {seat: self._player(seat, kind) for seat, kind in self.seats.items()}
        return Sitting(self.game, self.seed, players, can_take_back=self.can_take_back)

    def _player(self, seat: str, kind: str) -> Player:
        return Person(seat, self.table) if kind == HUMAN else BotPlayer(seat, maker(kind, self.game))

    def written(self, path: str, sitting: Sitting) -> RecordWriter:
        """A new record of this game with what happened so far."""
        folder, takeback = Path(path).parent, self.can_take_back
        setting = setting_of(self.request, self.game, folder, self.seed, self.seats, takeback=takeback)
        writer = RecordWriter(path, self.game.info, setting)
        sitting.write_to(writer)
        return writer


@command("play")
@click.argument("game")
@rules_options
@click.option("--seat", "seats", multiple=True, metavar="NAME=KIND", help=said("cli.play.help.seat"))
@click.option("--record", metavar="FILE", help=said("cli.play.help.record"))
@click.option("--resume", metavar="FILE", help=said("cli.play.help.resume"))
@click.option("--seed", metavar="TEXT", help=said("cli.play.help.seed"))
@click.option("--allow-takeback", "can_take_back", is_flag=True, help=said("cli.play.help.takeback"))
def play(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, str],
    seats: Sequence[str],
    record: str | None,
    resume: str | None,
    seed: str | None,
    can_take_back: bool,
) -> int:
    """Play a game at the terminal."""
    request = Request(game, players, variants, options)
    at = pairs(seats, "cli.bad.seat")
    if resume is not None:
        return _resumed(opened(resume), request, at, seed, record, can_take_back)
    language, rules = speech(), request.load()
    kinds = seated(rules, at, language, is_interactive=is_interactive())
    evening = Evening(
        request, rules, kinds, _seed(seed), Table(language, game=request.name, request=request), can_take_back
    )
    sitting = evening.sitting
    sitting.record = None if record is None else evening.written(record, sitting)
    if record is not None and HUMAN in kinds.values():
        note_place(Path(record))
    _greet(evening)
    if record is None and HUMAN in kinds.values():
        evening.is_kept_by_itself = True
        sitting.record = _kept(evening, sitting)
    return _played(sitting, evening)


@command("resume")
@click.argument("record", required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME=KIND", help=said("cli.play.help.seat"))
@click.option("--record", "copy", metavar="FILE", help=said("cli.resume.help.record"))
@click.option("--allow-takeback", "can_take_back", is_flag=True, help=said("cli.play.help.takeback"))
@language_option
def resume(record: str | None, seats: Sequence[str], copy: str | None, can_take_back: bool) -> int:
    """Go on with a game from where its record ends."""
    if record is None:
        tell_unfinished(speech())
        return 0
    return _resumed(opened(record), None, pairs(seats, "cli.bad.seat"), None, copy, can_take_back)


def _resumed(
    begun: Record, request: Request | None, at: dict[str, str], seed: str | None, copy: str | None, can_take_back: bool
) -> int:
    """Go on with a recorded game: in its own file, or in a new one that begins with all of it."""
    language, game = speech(), game_of(begun, request)
    kept = begun.setting.seed
    if seed is not None and kept not in (None, seed):
        raise Misuse(message(language, "cli.record.other", file=begun.name, what="--seed", theirs=kept, ours=seed))
    before = seated(game, {}, language, is_interactive=is_interactive()) | dict(begun.setting.seats)
    kinds = reseated(game, {seat: before[seat] for seat in game.deciding}, at, language)
    asked = request_of(begun, request)
    table = Table(language, game=asked.name, request=asked)
    evening = Evening(asked, game, kinds, kept or _seed(seed), table, can_take_back or begun.setting.takeback)
    sitting = evening.sitting
    sitting.go_on_from(begun)
    evening.was_over = sitting.state.kind == "over"
    same = copy is None or Path(copy).resolve() == Path(begun.name).resolve()
    sitting.record = RecordWriter.going_on(begun) if same else evening.written(str(copy), sitting)
    if not same and evening.table.people:
        note_place(Path(str(copy)))
    _greet(evening)
    say(language, "cli.resume.from", file=quote(begun.name), count=len(begun.lines))
    for player in sitting.players.values():
        if isinstance(player, Person):
            player.remember(sitting)
    return _played(sitting, evening)


def _seed(said: str | None) -> str:
    """A seed fits into one line of a record."""
    return str(fresh_seed()) if said is None else " ".join(said.split())


def _kept(evening: Evening, sitting: Sitting) -> RecordWriter | None:
    """Where a game is kept that nobody asked to keep; None if there is no such place, by choice or by mishap."""
    if state_folder() is None:
        return None
    try:
        return kept_by_itself(sitting, evening.request, evening.seats)
    except RecordError as error:
        say(evening.table.language, "cli.play.not_kept", why=error.text(evening.table.language))
        return None


def _greet(evening: Evening) -> None:
    language, game = evening.table.language, evening.game
    click.echo(message(language, "cli.play.title", game=game.title(language), seed=evening.seed))
    note = evening.request.note(game, language)
    for line in [*said_rules(game, evening.request.name, language), *([note] if note else [])]:
        click.echo("\n".join(paragraph(line)))
    for seat, kind in evening.seats.items():
        click.echo(f"  {game.seat_name(seat, language)}: {said_kind(kind, language)}")
    if evening.table.people:
        if is_interactive() and RANDOM in evening.seats.values():
            click.echo("\n".join(paragraph(message(language, "cli.play.stronger"))))
        click.echo(message(language, "cli.play.ask_help"))


# ------------------------------------------------------------------------------------------------ to the end


def _played(sitting: Sitting, evening: Evening) -> int:
    """Play, show the end, and the exit status."""
    evening.table.keeper = lambda path: evening.written(path, sitting).close()
    try:
        sitting.play()
        evening.table.hide()
        return _end(sitting, evening)
    except Left:
        evening.table.hide()
        return _left(sitting, evening, REFUSED if sitting.failures else 0)
    except KeyboardInterrupt:
        click.echo()
        evening.table.hide()
        return _left(sitting, evening, INTERRUPTED)
    except CannotGoOn:
        evening.table.hide()
        failure = sitting.failures[-1]
        for line in told_failure(
            failure.player, failure.choice, failure.error, evening.request.name, evening.table.language
        ):
            click.echo(line, err=True)
        return _left(sitting, evening, REFUSED)
    finally:
        if sitting.record is not None:
            sitting.record.close()


def _end(sitting: Sitting, evening: Evening) -> int:
    people = [player for player in sitting.players.values() if isinstance(player, Person)]
    language = evening.table.language
    if people:
        # Several look at one screen: what has not been told to all of them, and nothing that only one may see.
        min(people, key=lambda person: person.told).show_news(sitting, openly=len(people) > 1)
    click.echo()
    for line in _last_picture(sitting, language):
        click.echo(line)
    click.echo()
    if sitting.state.kind != "over":
        say(language, "cli.play.stopped", steps=STEPS)
        return _left(sitting, evening, REFUSED)
    ending = told_end(sitting.state, language)
    for line in ending:
        click.echo("\n".join(paragraph(line)))
    if sitting.record is None or evening.was_over:
        return 0
    with suppress(RecordError):
        sitting.record.remark(ENDED + " ".join(told_end(sitting.state, "en")))
    if sitting.record.unwritten:
        return 0 if tell_kept(sitting, evening.request, evening.seats, language) else REFUSED
    say(language, "cli.play.recorded", file=quote(str(sitting.record.path)))
    return 0


def _last_picture(sitting: Sitting, language: str) -> list[str]:
    """The last position; on a low screen in short, with the scores below."""
    position, viewer, height = sitting.state.position, _last_viewer(sitting), terminal_of().height
    whole = picture(position, viewer, language)
    if height is None or len(whole) + END_LINES <= height:
        return whole
    scores = score_table(position, viewer, language)
    room = max(LEAST_ROOM, height - len(scores) - END_LINES)
    return [*picture(position, viewer, language, scores=False, room=room), "", *scores]


def _last_viewer(sitting: Sitting) -> int | None:
    """Whose view is shown at the end: the person's, if only one plays."""
    people = [seat for seat, player in sitting.players.items() if isinstance(player, Person)]
    return sitting.game.rules.seat(people[0]) if len(people) == 1 else None


def _left(sitting: Sitting, evening: Evening, status: int) -> int:
    """The game is not over: it stays where it is kept, unless nobody has decided anything and nobody asked for it."""
    record = sitting.record
    if record is not None and evening.is_kept_by_itself and not any(map(was_chosen, sitting.events)):
        with suppress(OSError):
            record.path.unlink()
        say(evening.table.language, "cli.play.left")
        return status
    return status if tell_kept(sitting, evening.request, evening.seats, evening.table.language) else REFUSED
