"""What stands around every command: whatever goes wrong ends in a message and an exit status, never in a traceback.

0: fine. 1: the rules or the game say no. 2: the command was used wrongly. 70: a defect of hoyle itself.
130: interrupted from the keyboard. 141: nobody read the output to its end.
"""

from __future__ import annotations

import errno
import os
import shlex
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from hoyle.runtime.catalogue import LANGUAGES, language_of, message
from hoyle.runtime.cli.wrong_use import told_wrong_use
from hoyle.runtime.errors import RuleError
from hoyle.runtime.problems import (
    LoadError,
    NotationError,
    RecordError,
    StateError,
    UserError,
    os_problem,
    tell_rule_error,
)

FINE: Final = 0
REFUSED: Final = 1
MISUSE: Final = 2
DEFECT: Final = 70
INTERRUPTED: Final = 130
UNREAD: Final = 141
_MISUSED_RECORDS: Final = frozenset({"record.exists", "record.unreadable", "record.unwritable"})
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})  # what an output has that takes no more
_PARTS: Final = {"dsl": "cli.stage.dsl", "compiler": "cli.stage.compiler", "runtime": "cli.stage.runtime"}


class Misuse(click.UsageError):
    """The command was used wrongly, in the words of the catalogue."""

    def __init__(self, text: str) -> None:
        super().__init__(text)

    def show(self, file: Any = None) -> None:
        click.echo(f"hoyle: {self.message}", err=True)


class Unread(Exception):  # noqa: N818 - it is no error
    """Nobody reads the output any more."""


class Session:
    """One call of the program. language: that of `--lang`, else of the environment."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.arguments = tuple(arguments)
        self.language = _asked_language(arguments) or _environment_language()


def _asked_language(arguments: Sequence[str]) -> str | None:
    """What `--lang` says, also if what is wrong with the call is found before it is read."""
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        name, sign, value = argument.partition("=")
        if name == "--lang" and (value if sign else following) in LANGUAGES:
            return value if sign else following
    return None


def _environment_language() -> str:
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next((tag for tag in chosen if tag), "en"))


def guarded(work: Callable[[], object], session: Session) -> int:
    """The exit status of a call: that of the work, or of what went wrong with it after saying so."""
    try:
        status = _told(work, session)
        sys.stdout.flush()
        return status
    except (Unread, BrokenPipeError):
        _close_output()
        return UNREAD
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        return INTERRUPTED
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _close_output()
        click.echo(
            f"hoyle: {message(session.language, 'cli.unwritten', why=os_problem(error).text(session.language))}",
            err=True,
        )
        return REFUSED


def _told(work: Callable[[], object], session: Session) -> int:
    try:
        status = work()
        return status if isinstance(status, int) else FINE
    except click.UsageError as error:
        if isinstance(error, Misuse) or not session.arguments:  # without arguments Click shows the help
            error.show()
            return MISUSE
        click.echo(f"hoyle: {told_wrong_use(error, session.language)}", err=True)
        return MISUSE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort, BrokenPipeError, Unread):
        raise
    except OSError as error:
        if error.errno in _FULL:
            raise
        return _rules_or_defect(error, session)
    except UserError as error:
        click.echo(f"hoyle: {error.text(session.language)}", err=True)
        return MISUSE if _is_misuse(error) else REFUSED
    except RuleError as error:
        click.echo(f"hoyle: {tell_rule_error(error, session.language)}", err=True)
        return REFUSED
    except Exception as error:
        return _rules_or_defect(error, session)


def _is_misuse(error: UserError) -> bool:
    if isinstance(error, RecordError):
        return error.key in _MISUSED_RECORDS
    return isinstance(error, LoadError | StateError | NotationError)


def _rules_or_defect(error: Exception, session: Session) -> int:
    """Errors of the language and the compiler, which are imported only if they have been raised."""
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.dsl.render import render_all
    from hoyle.runtime.misuse import misuse

    if isinstance(error, DiagnosticError):
        click.echo(render_all(error.diagnostics), err=True, nl=False)
        return REFUSED
    if isinstance(error, MisuseError):
        click.echo(f"hoyle: {misuse(error.what, error.values).text(session.language)}", err=True)
        return MISUSE
    _tell_defect(error, session)
    return DEFECT


# ------------------------------------------------------------------------------------------------ defects


def _tell_defect(error: Exception, session: Session) -> None:
    """A failure of ours: at which stage, at which rule if a compiled game failed, and how to see it again."""
    frames = traceback.extract_tb(error.__traceback__)
    said = message("en", "cli.defect", error=f"{type(error).__name__}: {error}", stage=message("en", _stage(frames)))
    click.echo(f"hoyle: {said}", err=True)
    rule = _rule_at(error)
    if rule is not None:
        click.echo(message("en", "cli.defect.rule", place=rule), err=True)
    if os.environ.get("HOYLE_TRACEBACK") == "1":
        traceback.print_exception(error)
    else:
        command = f"HOYLE_TRACEBACK=1 hoyle {shlex.join(session.arguments)}"
        click.echo(message("en", "cli.defect.again", command=command), err=True)


def _stage(frames: Sequence[traceback.FrameSummary]) -> str:
    """The innermost part of ours that was at work."""
    for frame in reversed(frames):
        if frame.filename.startswith("<hoyle "):
            return "cli.stage.game"
        parts = frame.filename.replace("\\", "/").split("/")
        for folder, stage in _PARTS.items():
            if folder in parts[-3:-1]:
                return "cli.stage.cli" if "cli" in parts[-3:-1] else stage
    return "cli.stage.cli"


def _rule_at(error: Exception) -> str | None:
    """The file and line of the rule in whose compiled text the error arose, if it arose in one."""
    found = None
    at = error.__traceback__
    while at is not None:
        lines = at.tb_frame.f_globals.get("LINES")
        if at.tb_frame.f_code.co_filename.startswith("<hoyle ") and lines:
            before = [(file, line) for start, file, line in lines if start <= at.tb_lineno]
            found = f"{before[-1][0]}:{before[-1][1]}" if before else found
        at = at.tb_next
    return found


def _close_output() -> None:
    """Whoever read the output has gone: say nothing more, also not when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
