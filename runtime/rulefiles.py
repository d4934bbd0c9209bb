"""Reads rule files: a game, its variants, and the examples and words that belong to them.

A part of the loader: the only place where the runtime meets the parser.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError, Label
from hoyle.dsl.limits import decode
from hoyle.dsl.parser import parse
from hoyle.runtime.loader import Header, folded, headers_in, shipped_files
from hoyle.runtime.problems import LoadError, UserError, os_problem
from hoyle.runtime.values import hint_for

if TYPE_CHECKING:
    from hoyle.compiler.driver import Files


def read(path: Path) -> n.File:
    """The syntax tree of a file. DiagnosticError if it is not one, LoadError if it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise LoadError("load.unreadable", name=shown(path), why=os_problem(problem)) from problem
    return parse(decode(content, shown(path)), shown(path))


def shown(path: Path) -> str:
    """A path as people know it: relative to where they are, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def gather(path: Path, variants: Iterable[str] = (), examples: bool = False) -> Files:
    """All files of a game: `path` is that of a game, or of a variant, which brings its base along."""
    # Not before it is needed: other commands read files and compile nothing.
    from hoyle.compiler.driver import Files

    first = read(path)
    (base, base_path), *overlays = _with_bases(first, path)
    if base.kind != "game":
        raise LoadError("load.not_a_game", name=shown(path), kind=UserError(f"kind.{base.kind}"))
    for variant in variants:
        _add_overlay(overlays, variant, base_path, base.name.text)
    files = [(base, base_path), *overlays]
    names = [file.name.text for file, _ in files]
    beside = _beside(dict.fromkeys(p.parent for _, p in files))
    return Files(
        base,
        tuple(file for file, _ in overlays),
        tuple(_belonging(beside, names, "examples")) if examples else (),
        tuple(_belonging(beside, names, "words")),
        tuple(_belonging(beside, names, "look")),
        complete=examples,
    )


def _add_overlay(overlays: list[tuple[n.File, Path]], variant: str, base: Path, game: str) -> None:
    """A variant of a variant brings its base in front of it (semantics 20.4)."""
    path = _find_variant(variant, base.parent, game)
    file = read(path)
    if file.kind != "variant":
        raise LoadError("load.not_a_variant", name=shown(path), kind=UserError(f"kind.{file.kind}"))
    chain = _with_bases(file, path, game)
    if chain[0][0].kind == "game":
        problem = Diagnostic("E0602", Label(chain[1][0].span, f"of {chain[0][0].name}, not of {game}"))
        raise DiagnosticError([problem])
    known = {f.name.text for f, _ in overlays}
    overlays.extend((f, p) for f, p in chain if f.name.text not in known)


def _with_bases(file: n.File, path: Path, known: str | None = None) -> list[tuple[n.File, Path]]:
    """A file with all that it is a variant of in front, up to the game, or to a variant of the game `known`."""
    chain = [(file, path)]
    while file.kind == "variant" and file.of is not None and folded(file.of.text) != folded(known or ""):
        file, path = _base_of(file, path)
        if any(file.name.text == other.name.text for other, _ in chain):
            problem = Diagnostic("E0610", Label(file.span, f"{file.name} is a variant of itself, through its base"))
            raise DiagnosticError([problem])
        chain.insert(0, (file, path))
    return chain


def _base_of(file: n.File, path: Path) -> tuple[n.File, Path]:
    """The file that an overlay is of: in its own folder, else shipped (semantics 1.2)."""
    assert file.of is not None
    found = _named(file.of.text, ("game", "variant"), path.parent)
    if found is None or found.name != file.of.text or found.path.resolve() == path.resolve():
        raise LoadError("load.no_base", name=shown(path), base=file.of.text, hint=base_hint(file.of.text, path))
    return read(found.path), found.path


def base_hint(name: str, path: Path) -> UserError | str:
    """` Did you mean …?`: a game or variant of a similar name that an overlay could be of."""
    headers = [h for h in (*headers_in(path.parent), *shipped_files()) if h.path.resolve() != path.resolve()]
    return hint_for(folded(name), {folded(h.name): h.name for h in headers if h.kind in ("game", "variant")})


def _find_variant(name: str, folder: Path, game: str) -> Path:
    if Path(name).is_file():
        return Path(name)
    found = _named(name, ("variant",), folder)
    of_game = variants_of(game, folder)
    if found is None or found.name not in of_game:
        here = [h for h in headers_in(Path()) if h.kind == "variant" and folded(h.name) == folded(name)]
        if here:
            hint: UserError | str = UserError("notation.hint", names=str(here[0].path))
            raise LoadError("load.no_variant", name=name, game=game, variants=", ".join(of_game) or "-", hint=hint)
        if not of_game:
            raise LoadError("load.no_variants", name=name, game=game)
        hint = hint_for(folded(name), {folded(known): known for known in of_game})
        raise LoadError("load.no_variant", name=name, game=game, variants=", ".join(of_game), hint=hint)
    return found.path


def variants_of(game: str, folder: Path) -> list[str]:
    """The names of the variants of a game, and of its variants, that lie in a folder or are shipped."""
    headers = [h for h in (*headers_in(folder), *shipped_files()) if h.kind == "variant" and h.of is not None]
    found: list[str] = [game]
    names: set[str] = set()
    while found:
        base = folded(found.pop())
        more = {h.name for h in headers if h.of and folded(h.of) == base} - names
        names |= more
        found += sorted(more)
    return sorted(names)


def _named(name: str, kinds: tuple[str, ...], folder: Path) -> Header | None:
    for headers in (headers_in(folder), shipped_files()):
        found = {h.path.resolve(): h for h in headers if h.kind in kinds and folded(h.name) == folded(name)}
        if len(found) > 1:
            first, second = list(found)[:2]
            raise LoadError("load.two_games", name=name, first=shown(first), second=shown(second))
        if found:
            return next(iter(found.values()))
    return None


def _beside(folders: Iterable[Path]) -> list[Header]:
    return [header for folder in folders for header in headers_in(folder)]


def _belonging(headers: Iterable[Header], names: list[str], kind: str) -> list[n.File]:
    """The examples, words or looks of these games and variants, those of the base first."""
    found = [h for name in names for h in headers if h.kind == kind and h.of == name]
    return [read(h.path) for h in found]
