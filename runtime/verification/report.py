"""What a failure looks like to the one who reads it."""

from __future__ import annotations

from typing import Final

from hoyle.runtime.catalogue import message
from hoyle.runtime.verification.watching import Failure

_STEPS: Final = 40  # shown; of longer playthroughs the last ones
_CHANGES: Final = 12


def told(failure: Failure, mode: str, command: str | None = None, language: str = "en") -> list[str]:
    """A failure as lines. mode: in which it was found; command: what replays it."""

    def say(key: str, **values: object) -> str:
        return message(language, f"verify.{key}", **values)

    cites = f" [{', '.join(failure.cites)}]" if failure.cites else ""
    lines = [say(failure.kind, name=failure.name, cites=cites)]
    if failure.file:
        lines.append(say("place", file=failure.file, line=failure.line, mode=mode))
    else:
        lines.append(say("mode", mode=mode))
    lines += [say("text", text=text) for text in (failure.text, failure.source, failure.what) if text]
    lines += _moves(failure, language)
    if failure.values:
        lines.append(say("values"))
        lines += [say("value", source=source, value=value) for source, value in failure.values]
    changes = failure.changes(language)
    if changes:
        lines.append(say("changes"))
        lines += [say("change", field=name, before=a, after=b) for name, a, b in changes[:_CHANGES]]
    if len(changes) > _CHANGES:
        lines.append(say("more_changes", count=len(changes) - _CHANGES))
    return lines if command is None else [*lines, say("again", command=command)]


def _moves(failure: Failure, language: str) -> list[str]:
    count = len(failure.said)
    if count == 0:
        return [message(language, "verify.moves.none")]
    head = [message(language, "verify.moves.one" if count == 1 else "verify.moves", count=count)]
    first = max(0, count - _STEPS)
    if first:
        head.append(message(language, "verify.left_out", count=first))
    return head + [f"    {number:>3}  {said}" for number, said in enumerate(failure.said[first:], first + 1)]
