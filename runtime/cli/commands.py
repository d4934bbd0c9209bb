"""What a person can ask for instead of making a move: the words for it in two languages, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING, Final

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.hinting import advice
from hoyle.runtime.cli.kept_games import say
from hoyle.runtime.cli.news import event_lines
from hoyle.runtime.cli.sheets import score_about, score_sheet, tell_no_score
from hoyle.runtime.cli.sitting import Left, Sitting, TakenBack
from hoyle.runtime.cli.undoing import how_far
from hoyle.runtime.problems import RecordError, UserError
from hoyle.runtime.rules import Rules

if TYPE_CHECKING:
    from hoyle.runtime.cli.person import Person
    from hoyle.runtime.moves import Move

LOG: Final = 15  # events that `log` shows
NAMES: Final = ("help", "why", "all", "back", "board", "show", "score", "rules", "log", "undo", "hint", "save", "leave")
_WITH_MORE: Final = ("why", "score", "rules", "log", "save")  # commands that something may follow

Command = Callable[["Person", Sitting, str], "Move | None"]


def of(rules: Rules, line: str, language: str) -> tuple[str, str] | None:
    """The command that a line asks for, and what follows it. A word that is a verb of the game is a move, unless "/" is
    in front."""
    if line.startswith("?"):
        rest = line[1:].strip()
        return ("why", rest) if rest else ("help", "")
    first, _, rest = line.partition(" ")
    if first in rules.by_verb or first == "pass":
        return None
    name = _named(first.removeprefix("/").casefold(), language)
    if name is None or (rest.strip() and name not in _WITH_MORE):
        return None
    return name, rest.strip()


def words(language: str) -> dict[str, str]:
    """What each command is called, in a language and in English, with what it does."""
    return {
        message(tongue, f"cli.word.{name}").partition("|")[0]: message(language, f"cli.does.{name}")
        for tongue in (language, "en")
        for name in NAMES
    }


def _named(word: str, language: str) -> str | None:
    for tongue in (language, "en"):
        for name in NAMES:
            if word in message(tongue, f"cli.word.{name}").split("|"):
                return name
    return None


def obey(person: Person, sitting: Sitting, name: str, rest: str) -> Move | None:
    """Do what is asked for; a move if that makes one."""
    return _COMMANDS[name](person, sitting, rest)


# ------------------------------------------------------------------------------------------------ each of them


def _help(person: Person, _: Sitting, __: str) -> None:
    example = person.menu.moves[0].notation
    person.table.pages(message(person.table.language, "cli.play.typing", example=example).splitlines())


def _why(person: Person, sitting: Sitting, rest: str) -> None:
    person.why(sitting, rest)


def _all(person: Person, _: Sitting, __: str) -> None:
    person.menu.list_all()
    person.show_moves(however=True)


def _back(person: Person, _: Sitting, __: str) -> None:
    if person.menu.back():
        person.show_moves()
    else:
        person.table.say("cli.play.no_back")


def _board(person: Person, sitting: Sitting, _: str) -> None:
    person.show_position(sitting)


def _show(person: Person, sitting: Sitting, _: str) -> None:
    person.table.pages(person.whole_position(sitting))


def _score(person: Person, sitting: Sitting, rest: str) -> None:
    language = person.table.language
    viewer = person.viewer(sitting)
    if rest:
        lines = score_about(sitting.state, rest, viewer, language)
    else:
        lines = score_sheet(sitting.state, person.seat, viewer, language)
    if lines is None:
        tell_no_score(sitting.game, rest, language)
        return
    person.table.pages(lines or [message(language, "cli.play.no_scores")])


def _rules(person: Person, _: Sitting, rest: str) -> None:
    from hoyle.runtime.cli.rules import show_rules  # not before it is needed: first prompts come sooner

    assert person.table.request is not None
    show_rules(person.table.request, rest, person.table.language)


def _log(person: Person, sitting: Sitting, rest: str) -> None:
    viewer, language = person.viewer(sitting), person.table.language
    told = [lines for event in sitting.events if (lines := event_lines(event, viewer, language, whole=True))]
    most = int(rest) if rest.isascii() and rest.isdigit() and 0 < len(rest) < 6 else LOG
    if not told:
        person.table.say("cli.play.no_log")
    cut = [message(language, "cli.play.log_cut", count=len(told) - most, all=len(told))] if len(told) > most else []
    person.table.pages([*cut, *(line for lines in told[-most:] for line in lines)])


def _undo(person: Person, sitting: Sitting, _: str) -> None:
    language = person.table.language
    try:
        count = how_far(sitting, person.table.people, language)
        sitting.take_back(count)
    except UserError as error:
        person.table.show(error.text(language))
        return
    person.table.say("cli.undo.done" if count == 1 else "cli.undo.done_many", count=count)
    raise TakenBack


def _hint(person: Person, sitting: Sitting, _: str) -> None:
    move = advice(sitting)
    person.table.say("cli.hint", move=move.sentence(person.table.language), notation=move.notation)


def _save(person: Person, sitting: Sitting, rest: str) -> None:
    if rest:
        _copy(person, rest)
    elif sitting.record is None:
        person.table.say("cli.save.nowhere")
    else:
        say(person.table.language, "cli.save.kept", file=quote(str(sitting.record.path)))


def _copy(person: Person, path: str) -> None:
    assert person.table.keeper is not None
    try:
        person.table.keeper(path)
        person.table.say("cli.save.copied", file=quote(path))
    except RecordError as error:
        person.table.show(error.text(person.table.language))


def _leave(_: Person, __: Sitting, ___: str) -> None:
    raise Left


_COMMANDS: Final[dict[str, Command]] = {
    "help": _help,
    "why": _why,
    "all": _all,
    "back": _back,
    "board": _board,
    "show": _show,
    "score": _score,
    "rules": _rules,
    "log": _log,
    "undo": _undo,
    "hint": _hint,
    "save": _save,
    "leave": _leave,
}
