"""An exploration in a file, to go on with later."""

from __future__ import annotations

import json
import sys
import zipfile
from array import array
from collections import deque
from pathlib import Path
from typing import Any, Final

from hoyle.runtime.game import Game
from hoyle.runtime.problems import UserError, os_problem
from hoyle.runtime.verification.exploring import Exploration, Found
from hoyle.runtime.verification.laws import LAWS
from hoyle.runtime.verification.symmetry import Symmetries, Symmetry

_FORMAT: Final = 1
_GRAPH: Final = ("parents", "choices", "layers", "starts", "targets")
_NUMBERS: Final = ("waiting_bytes", "inside_nodes", "represented", "chances", "draws", "shared")
_TALLIES: Final = ("ends", "wins")
_NAMES: Final = ("refused", "done", "asked")
_SIZE: Final = 16  # bytes of a digest


class CheckpointError(UserError):
    """A file cannot be written, or read as an exploration of these rules."""


def save(found: Exploration, path: Path) -> None:
    """Write down what is known. CheckpointError if that is not possible."""
    new = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            file.writestr("about.json", json.dumps(_about(found)))
            file.writestr("seen", b"".join(found.seen))  # in the order of their numbers
            file.writestr("inside", b"".join(sorted(found.inside)))
            for name in _GRAPH:
                file.writestr(name, _little(getattr(found.graph, name)).tobytes())
            with file.open("waiting.jsonl", "w") as lines:
                for packed in found.waiting:
                    lines.write(json.dumps(found.packer.plain(packed), separators=(",", ":")).encode() + b"\n")
        new.replace(path)
    except OSError as error:
        raise CheckpointError("explore.unwritable", name=str(path), why=os_problem(error)) from error


def _about(found: Exploration) -> dict[str, Any]:
    data: dict[str, Any] = {"format": _FORMAT, "game": found.game.name, "identity": found.game.identity}
    data["promises"] = [promise.source for promise in found.game.info.promises]
    data["laws"] = [law.name for law in found.laws]
    data["symmetries"] = None if found.symmetries is None else [symmetry.name for symmetry in found.symmetries.all]
    data |= {name: getattr(found, name) for name in _NUMBERS}
    data |= {name: dict(getattr(found, name)) for name in _TALLIES}
    data |= {name: sorted(getattr(found, name)) for name in _NAMES}
    data["failures"] = [
        [*key, f.number, f.choice, f.what, f.symmetry.name if f.symmetry else None, found.counts[key]]
        for key, f in found.failures.items()
    ]
    return data


def _little(numbers: array[int]) -> array[int]:
    """Numbers in the order of bytes that files have, or back."""
    if sys.byteorder == "big":
        numbers = array("q", numbers)
        numbers.byteswap()
    return numbers


def resumed(game: Game, path: Path) -> Exploration:
    """The exploration that was saved. CheckpointError if it cannot be read, is damaged, or of other rules."""
    try:
        with zipfile.ZipFile(path) as file:
            return _restored(game, path, file)
    except OSError as error:
        raise CheckpointError("explore.unreadable", name=str(path), why=os_problem(error)) from error
    except (zipfile.BadZipFile, EOFError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise CheckpointError("explore.damaged", name=str(path)) from error


def _restored(game: Game, path: Path, file: zipfile.ZipFile) -> Exploration:
    data = json.loads(file.read("about.json"))
    known = (data["format"], data["identity"], data["promises"])
    if known != (_FORMAT, game.identity, [promise.source for promise in game.info.promises]):
        raise CheckpointError("explore.foreign", name=str(path), game=str(data["game"]))
    symmetries = None if data["symmetries"] is None else Symmetries.of(game).only(data["symmetries"])
    found = Exploration(game, tuple(law for law in LAWS if law.name in data["laws"]), symmetries)
    for name in _NUMBERS:
        setattr(found, name, int(data[name]))
    for name in _TALLIES:
        getattr(found, name).update(data[name])
    for name in _NAMES:
        getattr(found, name).update(data[name])
    found.reopen()
    _restore_failures(found, data["failures"])
    for name in _GRAPH:
        setattr(found.graph, name, _little(array("q", file.read(name))))
    found.seen = {digest: number for number, digest in enumerate(_digests(file.read("seen")))}
    found.inside = set(_digests(file.read("inside")))
    with file.open("waiting.jsonl") as lines:
        found.waiting = deque(found.packer.from_plain(json.loads(line)) for line in lines)
    found.waiting_bytes = sum(map(len, found.waiting))
    _check(found)
    return found


def _restore_failures(found: Exploration, failures: list[list[Any]]) -> None:
    by_name: dict[str | None, Symmetry] = {s.name: s for s in (found.symmetries.all if found.symmetries else ())}
    for kind, name, number, choice, what, symmetry, count in failures:
        found.failures[kind, name] = Found(number, choice, what, by_name.get(symmetry))
        found.counts[kind, name] = count


def _digests(data: bytes) -> list[bytes]:
    return [data[at : at + _SIZE] for at in range(0, len(data), _SIZE)]


def _check(found: Exploration) -> None:
    """What was read fits together, and digests are still made in the same way. ValueError if not."""
    graph, first = found.graph, Exploration(found.game, (), found.symmetries)
    first.begin()
    fits = len(found.seen) == len(graph.parents) == len(graph.choices) == graph.looked_at + len(found.waiting)
    if not fits or list(first.seen.values()) != [found.seen.get(key) for key in first.seen]:
        raise ValueError("what was read does not fit together")
