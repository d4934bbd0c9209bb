"""What loops do, said by one expression: lists by a comprehension, what asks about a whole field by the list itself."""

from __future__ import annotations

import re

INDENT = " " * 4

_SET = re.compile(r"(\w+) = (.+)")


def mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){name}(?!\w)", text) is not None


def as_comprehension(lines: list[str]) -> str | None:
    """The expression of the list that `out = []` and these loops make; None if they do more than collect.

    Names for values between the loops become loops of one round, which Python makes assignments of. A name bound
    within a condition would outlive the comprehension: then the loops stay.
    """
    parts: list[str] = []
    lines = _walked_at_once(lines)
    for depth, line in enumerate(lines):
        text = line.strip()
        if not text or ":=" in text:
            return None
        if line != INDENT * _depth_of(lines, depth) + text:
            return None
        if depth == len(lines) - 1:
            return _collected(text, parts)
        if text.startswith("for ") and text.endswith(":"):
            parts.append(_loop(text[:-1]))
        elif text.startswith("if ") and text.endswith(":"):
            parts.append(_condition(text[3:-1]))
        elif parts and (found := _SET.fullmatch(text)) and found[1] != "out":
            parts.append(f"for {found[1]} in ({found[2]},)")
        else:
            return None
    return None


def _walked_at_once(lines: list[str]) -> list[str]:
    """A name for what the next loop walks, and nothing else, is not needed."""
    out: list[str] = []
    for i, line in enumerate(lines):
        found = _SET.fullmatch(out[-1].strip()) if out else None
        loop = re.fullmatch(r"( *for [\w, ]+ in )(\w+):", line)
        if found and loop and loop[2] == found[1] and not any(mentions(x, found[1]) for x in lines[i + 1 :]):
            out[-1] = f"{loop[1]}{found[2]}:"
        else:
            out.append(line)
    return out


def _depth_of(lines: list[str], place: int) -> int:
    """How deep a line must lie if each loop or condition holds all that follows."""
    return sum(x.strip().startswith(("for ", "if ")) and x.endswith(":") for x in lines[:place])


def _loop(text: str) -> str:
    """The head of a loop within a comprehension, where a conditional needs brackets."""
    head, _, walked = text.partition(" in ")
    plain = re.sub(r"\([^()]*\)|\[[^][]*\]", "", re.sub(r"\([^()]*\)|\[[^][]*\]", "", walked))
    return f"{head} in ({walked})" if re.search(r"\b(if|lambda)\b", plain) else text


def _condition(test: str) -> str:
    return f"if ({test})" if re.search(r"\b(if|lambda)\b", test) else f"if {test}"


def _collected(text: str, parts: list[str]) -> str | None:
    found = re.fullmatch(r"out\.append\((.+)\)", text)
    if found is None or not parts or not parts[0].startswith("for "):
        return None
    return f"[{found[1]} {' '.join(parts)}]"


_ALONG = re.compile(r"for (\w+) in (s\[\d+:\d+(?::\d+)?\]):")
_KEPT = re.compile(r"for \w+ in (s\[[^]]+\] or select_\d+\([^()]*\)):")
_EQUAL = re.compile(r" {4}if (\w+) == (-?\w+):")


def whole_field(lines: list[str], names: tuple[str, ...]) -> str:
    """The expression for a function that asks whether, or how often, a field has a value; "" if it does not.
    names: its parameters."""
    known = {n: n for n in names}
    while lines and (found := _SET.fullmatch(lines[0])) and lines[0] != "tally = 0":
        known[found[1]], lines = found[2], lines[1:]
    counts = lines[:1] == ["tally = 0"]
    match lines[1:] if counts else lines:
        case [loop, act, result] if kept := _KEPT.fullmatch(loop):
            return _whole_list(kept[1], act.strip(), result, known)
        case [loop, test, act, result] if (along := _ALONG.fullmatch(loop)) and (equal := _EQUAL.fullmatch(test)):
            pass
        case _:
            return ""
    if equal[1] != along[1] or not (equal[2].lstrip("-").isdigit() or equal[2] in known):
        return ""
    value = known.get(equal[2], equal[2])
    if not re.fullmatch(r"-?[\w\[\]]+", value):
        return ""
    match act.strip(), result:
        case "tally += 1", "return tally" if counts:
            return f"{along[2]}.count({value})"
        case "return True", "return False":
            return f"{value} in {along[2]}"
        case "return False", "return True":
            return f"{value} not in {along[2]}"
    return ""


def _whole_list(kept: str, act: str, result: str, known: dict[str, str]) -> str:
    """What is asked of all that a list holds which is kept; "" if it is not that."""
    value = re.sub(r"(?<![\w.])[A-Za-z]\w*", lambda m: known.get(m[0], m[0]), kept)
    match act, result:
        case "tally += 1", "return tally":
            return f"len({value})"
        case "return True", "return False":
            return f"bool({value})"
        case "return False", "return True":
            return f"(not ({value}))"
    return ""


def shifted(body: list[str], names: tuple[str, ...]) -> int:
    """By how much the members that a loop takes apart may be moved beforehand: they only say where to read, all at the
    same distance. The lines are changed then; 0: they are not."""
    text = "\n".join(body)
    uses = [re.findall(rf"(?<![\w.]){n}(?!\w)", text) for n in names]
    places = [re.findall(rf"\bs\[{n} \+ (\d+)\]", text) for n in names]
    by = {p for found in places for p in found}
    if len(by) != 1 or any(len(u) != len(p) for u, p in zip(uses, places, strict=True)):
        return 0
    (step,) = by
    pattern = re.compile(rf"\bs\[({'|'.join(names)}) \+ {step}\]")
    body[:] = [pattern.sub(r"s[\1]", line) for line in body]
    return int(step)


_STORED = re.compile(r"\s*s\[(\d+)\] [-+]?= ")
_WRITES = re.compile(r"\b[bpr]\d*_\w+\(|\brun\(|\bs\[[^]]*:[^]]*\] =")


def slots_read_once(lines: list[str], first_slot: int, end: int) -> list[str]:
    """Lines that are put before a function's lines, which are changed: a slot of a variable that is read more than once
    before anything may write it is read into a local first. Slots are the places up to `end`."""
    last = _last_before_write(lines, first_slot)
    slots = range(first_slot, end)
    read = re.compile(r"\bs\[(\d+)\](?! [-+]?=[^=])")
    found = [n for line in lines[: last + 1] for n in read.findall(line) if int(n) in slots]
    often = [n for n in dict.fromkeys(found) if found.count(n) > 1]
    for i in range(last + 1):
        lines[i] = read.sub(lambda m: f"s_{m[1]}" if m[1] in often else m[0], lines[i])
    return [f"s_{n} = s[{n}]" for n in often]


def _last_before_write(lines: list[str], first_slot: int) -> int:
    """The last line that still reads what was there at the beginning: what sets a slot reads before it does."""
    for i, line in enumerate(lines):
        stored = _STORED.match(line)
        sets = stored is not None and int(stored[1]) >= first_slot
        if sets or _WRITES.search(line):
            loop = _outer_loop(lines, i)
            return i - (not sets) if loop is None else loop - 1
    return len(lines) - 1


def _outer_loop(lines: list[str], place: int) -> int | None:
    """The outermost loop around a line: what is written there is read again by what stands before it."""
    found, depth = None, _indent(lines[place])
    for i in range(place - 1, -1, -1):
        if _indent(lines[i]) < depth and lines[i].strip():
            depth = _indent(lines[i])
            if lines[i].strip().startswith(("for ", "while ")):
                found = i
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
