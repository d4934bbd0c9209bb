"""From the name or path of a game to a `Game`: finds the rule file, has it compiled, and runs what comes out.

Together with the command line this is the only part of the runtime that knows the compiler, and it imports it only when
no compiled text is in the cache.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from attrs import frozen

from hoyle.runtime.cache import Entry, fetch, key_of, store
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import LoadError, UserError
from hoyle.runtime.values import hint_for

_HEADER = re.compile(
    r"(?P<kind>game|variant|words|examples|look)\s+(?:(?!of\b)(?P<name>\w+)\s*)?(?:of\s+(?P<of>\w+)\s*)?(?P<title>\"[^\"\n]*\")?"
)


@frozen
class Header:
    """The header of a rule file. kind: game, variant, words, examples, look; of: the game or variant it belongs to."""

    kind: str
    name: str
    of: str | None
    title: str | None
    path: Path


def load(
    name_or_path: str | Path,
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    debug: bool = False,
) -> Game:
    """The game of a shipped name (case and hyphens do not matter) or a path to a rule file or its folder.

    players: how many people play, by default the greatest number the game offers. variants: names or paths, applied in
    this order. options: values by name. debug: with promises watched and examples.

    LoadError if there is no such game, or if it has no such variant, option or player count;
    `hoyle.dsl.diagnostics.DiagnosticError` if its rules are wrong; RuleError if a field has no value to begin with.
    """
    path = find(name_or_path)
    named, chosen = tuple(variants), dict(options or {})
    key = _key(path, players, named, chosen, debug)
    entry = fetch(key)
    if entry is None:
        entry = _compiled(path, players, named, chosen, debug)
        store(key, entry)
    return Game(as_compiled(_run(entry, path)), partial(load, str(path), players, named, chosen, debug))


def _compiled(
    path: Path, players: int | None, variants: tuple[str, ...], options: dict[str, object], debug: bool
) -> Entry:
    # Not before they are needed: they bring the parser along.
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.compiler.driver import compile_game
    from hoyle.runtime.misuse import misuse
    from hoyle.runtime.rulefiles import gather

    try:
        files = gather(path, variants, examples=debug)
        source = compile_game(files, players, {name: str(value) for name, value in options.items()}, debug).source
    except MisuseError as error:
        raise misuse(error.what, error.values) from error
    return Entry(source, compile(source, _file_name(path, source), "exec", dont_inherit=True))


def outline(
    name_or_path: str | Path,
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    """What the rules of a game do, as data from which it is told in words (`hoyle.compiler.outline`); kept in the cache
    beside the compiled game. Errors as in `load`."""
    path = find(name_or_path)
    named, chosen = tuple(variants), dict(options or {})
    key = key_of([b"outline", _key(path, players, named, chosen, False).encode()])
    entry = fetch(key)
    if entry is None:
        source = f"OUTLINE = {_outlined(path, players, named, chosen)!r}\n"
        entry = Entry(source, compile(source, "<outline>", "exec", dont_inherit=True))
        store(key, entry)
    found: dict[str, Any] = {}
    exec(entry.code, found)
    return dict(found["OUTLINE"])


def _outlined(path: Path, players: int | None, variants: tuple[str, ...], options: dict[str, object]) -> dict[str, Any]:
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.compiler.driver import outline_of
    from hoyle.runtime.misuse import misuse
    from hoyle.runtime.rulefiles import gather

    try:
        return outline_of(gather(path, variants), players, {name: str(value) for name, value in options.items()})
    except MisuseError as error:
        raise misuse(error.what, error.values) from error


def player_counts(name_or_path: str | Path, variants: Iterable[str] = ()) -> list[int]:
    """The numbers of people a game offers, ascending. Errors as in `load`."""
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics
    from hoyle.runtime.rulefiles import gather

    files, diagnostics = gather(find(name_or_path), variants), Diagnostics()
    merged = merge(files.base, files.overlays, (), diagnostics)
    diagnostics.stop_on_errors()
    return merged.counts


def from_source(source: str, name: str) -> Game:
    """The game of a compiled text, such as `hoyle compile` writes. name: for tracebacks."""
    path = Path(name)
    return Game(as_compiled(_run(Entry(source, compile(source, _file_name(path, source), "exec")), path)))


def portable(game: Game) -> Game:
    """The game, loaded again elsewhere from its compiled text: whoever does that needs no rule files."""
    source = "".join(linecache.getlines(game.fast().step.__code__.co_filename))
    return Game(game.fast(), partial(from_source, source, f"{game.name}.py")) if source else game


def _file_name(path: Path, source: str) -> str:
    """What tracebacks call a compiled game. Distinct for distinct texts, as their lines are looked up by it."""
    return f"<hoyle {path.stem} {key_of([source.encode()])[:12]}>"


def _run(entry: Entry, path: Path) -> ModuleType:
    """The module of a compiled text; tracebacks show its lines."""
    module = ModuleType(path.stem.replace("-", "_"))
    _show_lines(entry.code, entry.source)
    exec(entry.code, module.__dict__)
    return module


def _show_lines(code: CodeType, source: str) -> None:
    name = code.co_filename
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)


# ------------------------------------------------------------------------------------------------ finding files


def find(name_or_path: str | Path) -> Path:
    """The rule file of a game. LoadError says what there is instead."""
    path = Path(name_or_path)
    if path.is_dir() and str(name_or_path) and (len(path.parts) > 1 or headers_in(path)):
        return _game_in(path)
    if path.is_file():
        return path.resolve()
    if path.suffix == ".hoyle" or len(path.parts) > 1:
        raise LoadError("load.no_file", name=str(path), hint=file_hint(path))
    return _shipped(str(name_or_path))


def file_hint(path: Path) -> UserError | str:
    """` Did you mean …?`: a rule file in the same folder, by its own name or by that of its game."""
    wanted = folded(path.stem if path.suffix == ".hoyle" else path.name)
    known = {folded(h.name): str(h.path) for h in headers_in(path.parent) if h.kind in ("game", "variant")}
    known |= {folded(file.stem): str(file) for file in sorted(path.parent.glob("*.hoyle"))}
    return UserError("notation.hint", names=known[wanted]) if wanted in known else hint_for(wanted, known)


def _game_in(folder: Path) -> Path:
    games = [header.path for header in headers_in(folder) if header.kind == "game"]
    if not games:
        raise LoadError("load.folder_empty", name=str(folder))
    if len(games) > 1:
        raise LoadError("load.folder", name=str(folder), count=len(games))
    return games[0].resolve()


def _shipped(name: str) -> Path:
    games = shipped_games()
    found = [header for header in games if folded(header.name) == folded(name)]
    if not found:
        names = [header.name for header in games]
        hint = file_hint(Path(name)) or hint_for(folded(name), {folded(known): known for known in names})
        raise LoadError("load.no_game", name=name, hint=hint, games=", ".join(names))
    if len(found) > 1:
        raise LoadError("load.two_games", name=name, first=str(found[0].path), second=str(found[1].path))
    return found[0].path


def spoken(value: object) -> str:
    """The value of an option as it is typed."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def folded(name: str) -> str:
    """A name without what people may write differently: case, hyphens, underscores, blanks."""
    return re.sub(r"[-_\s]", "", name).casefold()


def games_folder() -> Path:
    """Where the shipped games lie."""
    return _package_folder("hoyle.games")


def shipped_games() -> list[Header]:
    """The headers of the shipped games, by name."""
    return sorted((header for header in shipped_files() if header.kind == "game"), key=lambda header: header.name)


def shipped_files() -> list[Header]:
    """The headers of all shipped rule files: games, variants, words, examples."""
    return [header for folder in sorted(games_folder().iterdir()) if folder.is_dir() for header in headers_in(folder)]


def headers_in(folder: Path) -> list[Header]:
    """The headers of the rule files in a folder, by file name; what has no header is left out."""
    headers = (header_of(path) for path in sorted(folder.glob("*.hoyle")))
    return [header for header in headers if header is not None]


def header_of(path: Path) -> Header | None:
    """The header of a rule file, read without parsing the rest; None if there is none."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            lines = (line.strip() for line in file)
            first = next((line for line in lines if line and line[0] != "#" and not line.startswith("hoyle ")), "")
    except OSError:
        return None
    found = _HEADER.match(first)
    if found is None or found["name" if found["kind"] in ("game", "variant") else "of"] is None:
        return None
    title = found["title"].strip('"') if found["title"] else None
    return Header(found["kind"], found["name"] or found["of"], found["of"], title, path)


# ------------------------------------------------------------------------------------------------ the cache's key


def _key(path: Path, players: int | None, variants: tuple[str, ...], options: dict[str, object], debug: bool) -> str:
    """Everything that decides what comes out: the request, all rule files it may read, and our own version.

    Which files a game draws on is known only after reading them, so all that it could name count: those in the folders
    of the files named, and the shipped ones.
    """
    request = repr((str(path), players, variants, sorted(options.items()), debug))
    folders = {path.parent, *(Path(variant).resolve().parent for variant in variants if Path(variant).is_file())}
    files = {file for folder in folders for file in folder.glob("*.hoyle")}
    files.update(games_folder().glob("*/*.hoyle"))
    contents = (part for file in sorted(files) for part in (str(file).encode(), _content(file)))
    return key_of([request.encode(), _own_version(), *contents])


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


@cache
def _own_version() -> bytes:
    """Our version; in a checkout, where it stays the same while we change, also when our files were changed."""
    try:
        version = metadata.version("hoyle")
    except metadata.PackageNotFoundError:
        version = "unknown"
    folders = [_package_folder(name) for name in ("hoyle.dsl", "hoyle.compiler", "hoyle.runtime")]
    files = [file for folder in folders for pattern in ("*.py", "*.lark") for file in sorted(folder.glob(pattern))]
    stamps = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return repr((version, stamps)).encode()


def _package_folder(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None and spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations)))
