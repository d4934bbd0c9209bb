"""What Click finds wrong with a command line, in the words of the catalogue."""

from __future__ import annotations

import re
from typing import Any, Final

import click
from click.exceptions import NoSuchOption

from hoyle.runtime.catalogue import message
from hoyle.runtime.problems import UserError
from hoyle.runtime.values import hint_for

# Click tells these in a text only.
_NO_COMMAND: Final = re.compile(r"No such command ['\"](?P<name>.*?)['\"]\.")
_TOO_MUCH: Final = re.compile(r"Got unexpected extra arguments? \((?P<rest>.*)\)", re.DOTALL)


def told_wrong_use(error: click.UsageError, language: str) -> str:
    """What was wrong, and where to read how it is right."""
    command = "hoyle" if error.ctx is None else error.ctx.command_path
    return f"{_problem(error, command).text(language)}\n{message(language, 'use.help', command=command)}"


def _problem(error: click.UsageError, command: str) -> UserError:
    match error:
        case NoSuchOption(option_name=name):
            return UserError("use.no_option", command=command, name=name, hint=hint_for(name, _options(error.ctx)))
        case click.BadOptionUsage(option_name=name):
            return UserError("use.needs_value", what=name)
        case click.MissingParameter(param=click.Parameter() as param):
            return UserError("use.missing", what=_named(param))
        case click.BadParameter(param=click.Parameter() as param):
            return UserError("use.bad_value", what=_named(param), kind=_kind(param.type, error))
    if found := _NO_COMMAND.match(error.message):
        known = _commands(error.ctx)
        hint = hint_for(found["name"], known)
        return UserError("use.no_command", name=found["name"], hint=hint, commands=", ".join(known))
    if found := _TOO_MUCH.match(error.message):
        return UserError("use.too_much", command=command, rest=found["rest"])
    return UserError("use.other", said=error.format_message())


def _named(param: click.Parameter) -> str:
    """A parameter as it is typed or as its usage names it."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name.upper()


def _kind(of: click.ParamType[Any], error: click.UsageError) -> UserError:
    """What may be given for a parameter."""
    match of:
        case click.Choice(choices=choices):
            return UserError("use.one_of", choices=", ".join(map(str, choices)))
        case click.IntRange(min=int() as low, max=int() as high):
            return UserError("use.number.range", low=low, high=high)
        case click.IntRange(min=int() as low):
            return UserError("use.number.least", low=low)
    return UserError("use.other", said=error.message)


def _options(context: click.Context | None) -> list[str]:
    return [] if context is None else [name for param in context.command.params for name in param.opts]


def _commands(context: click.Context | None) -> list[str]:
    if context is None or not isinstance(context.command, click.Group):
        return []
    return context.command.list_commands(context)
