"""Words files: texts of a game in another language, by path (semantics 21.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hoyle.compiler import typed as t
from hoyle.compiler.context import Declarations
from hoyle.compiler.notes import notes
from hoyle.compiler.parts import Part
from hoyle.compiler.texts import define_key
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label, listed, suggestion
from hoyle.dsl.span import NOWHERE, Span

_HOLE = re.compile(r"\{([^{}]*)\}")
# A kind may stand in front of a path; score and option always do.
_KINDS = ("action", "define", "to", "type", "always", "example", "require")

MOST_SUGGESTIONS = 50  # of a file: comparing takes its time
Words = dict[str, dict[str, str]]


def gather(program: t.Program, decls: Declarations, files: Iterable[n.File], diagnostics: Diagnostics) -> Words:
    """Language -> key -> text. Later files (those of variants) win; within one file a key stands once.

    What a variant changed is no longer said by the words of its base: the variant's own words, or English, stand there.
    """
    words: Words = {"en": {k: x.source for k, x in program.texts.items() if _is_member(program, k)}}
    if not words["en"]:
        del words["en"]
    known = known_keys(program, decls)
    originals, kinds = _originals(program), _kinds(decls)
    for file in files:
        into = words.setdefault(file.name.text, {})
        into.update(_file(file, known, originals, _outdated(decls, file), kinds, diagnostics))
    return words


def _is_member(program: t.Program, key: str) -> bool:
    name, _, label = key.partition(".")
    return name in program.domains and label in program.domains[name].labels


def _outdated(decls: Declarations, file: n.File) -> dict[str, str | None]:
    """The keys of what overlays above the file's game or variant changed, and under which key the original lives on."""
    found: dict[str, str | None] = {}
    order = list(decls.variants)
    own = order.index(file.of.text) if file.of is not None and file.of.text in order else -1
    for change in decls.changes:
        if change.how != "added" and order.index(change.variant) > own:
            key = word_key(change.part)
            if key is not None:
                found[key] = change.hidden
    return found


def word_key(part: Part) -> str | None:
    """The key under which words files speak of a part; None if they do not."""
    if part.kind in ("score", "option", "example"):
        return f"{part.kind}.{part.path[0]}"
    return None if part.kind in ("players", "teams", "winner", "reaction", "always") else ".".join(part.path)


def _superseded(path: str, outdated: Mapping[str, str | None], known: set[str]) -> tuple[bool, str | None]:
    """Whether a key speaks of something changed since, and the key that says it of the original, if `base()` needs it.

    Members of a type that was replaced keep their words as long as they are there.
    """
    for key, hidden in outdated.items():
        if path == key or path.startswith(f"{key}."):
            moved = f"{hidden}{path[len(key) :]}" if hidden is not None else None
            kept = path if path in known and key[0].isupper() and "." not in key else None
            return True, moved if moved in known else kept
    return False, None


def _file(
    file: n.File,
    known: set[str],
    originals: dict[str, t.Text],
    outdated: Mapping[str, str | None],
    kinds: Mapping[str, Mapping[str, str]],
    diagnostics: Diagnostics,
) -> dict[str, str]:
    found: dict[str, n.Translation] = {}
    wrong = 0
    for decl in file.decls:
        path = ".".join(i.text for i in decl.path) if isinstance(decl, n.Translation) else ""
        if not isinstance(decl, n.Translation):
            why = 'a words file holds words only: `key = "text"`'
            diagnostics.report("E0609", decl.span, why=why)
            continue
        is_old, key = _superseded(_unprefixed(path, outdated), outdated, known)
        if is_old and key is None:
            continue
        keys = [key] if key else _keys(path, known, kinds)
        if not keys:
            wrong += 1
            hint = suggestion(path, known) if wrong <= MOST_SUGGESTIONS else None
            diagnostics.report("E0803", _path_span(decl), "nothing has this name", hint=hint)
            continue
        if len(keys) > 1:
            ways = listed([f"`{kind}.{path}`" for kind in kinds[path]])
            why = "a kind stands in front where a name has several meanings"
            diagnostics.report("E0802", _path_span(decl), why=why, hint=f"write {ways}")
            continue
        (key,) = keys
        if key in found:
            first = Label(_path_span(found[key]), "the first words for it")
            diagnostics.report("E0805", _path_span(decl), labels=[first])
        else:
            found[key] = decl
            _check_holes(decl, originals.get(key), diagnostics)
    return {key: decl.text for key, decl in found.items()}


def _unprefixed(path: str, outdated: Mapping[str, str | None]) -> str:
    """The path without a kind in front, where that names something that was changed."""
    kind, _, rest = path.partition(".")
    return rest if kind in _KINDS and _superseded(rest, outdated, set())[0] else path


def _keys(path: str, known: set[str], kinds: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The keys that a path may mean: one, if all is well."""
    kind, _, rest = path.partition(".")
    if path in kinds:
        return list(dict.fromkeys(kinds[path].values()))
    if kind in _KINDS and rest in kinds:
        return [kinds[rest][kind]] if kind in kinds[rest] else []
    return [found for found in (path, rest if kind in _KINDS else "") if found in known][:1]


def _kinds(decls: Declarations) -> dict[str, dict[str, str]]:
    """What a name without a dot may mean: kind -> key."""
    found: dict[str, dict[str, str]] = {}
    tables: tuple[tuple[str, Iterable[str]], ...] = (
        ("action", decls.actions),
        ("to", decls.procedures),
        ("type", decls.types),
    )
    for kind, names in tables:
        for name in names:
            found.setdefault(name, {})[kind] = name
    for name in decls.defines:
        found.setdefault(name, {})["define"] = define_key(decls, name)
    return found


def _path_span(decl: n.Translation) -> Span:
    return decl.path[0].span.to(decl.path[-1].span)


def _check_holes(decl: n.Translation, original: t.Text | None, diagnostics: Diagnostics) -> None:
    """The holes of a text must be among those of the original."""
    holes = {_squeezed(h) for h in _HOLE.findall(decl.text)}
    allowed = {_squeezed(h): h for h in _HOLE.findall(original.source)} if original is not None else {}
    for hole in sorted(holes - set(allowed)):
        why = (
            f"the original has {listed([f'`{{{h}}}`' for h in allowed.values()], 'and')}"
            if allowed
            else "the original has none"
        )
        labels = [Label(original.span, "the original")] if original is not None and original.span is not NOWHERE else []
        diagnostics.report("E0804", _hole_span(decl, hole), labels=labels, why=why)


def _hole_span(decl: n.Translation, hole: str) -> Span:
    """Where a text has this hole; the whole sentence if it is written with blanks."""
    at = decl.span.text.find(f"{{{hole}}}")
    start = decl.span.start + at
    return Span(decl.span.source, start, start + len(hole) + 2) if at >= 0 else decl.span


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _originals(program: t.Program) -> dict[str, t.Text]:
    found = dict(program.texts)
    for action in program.actions.values():
        for r in action.requirements:
            if r.text is not None:
                found[r.text.key] = r.text
    return found


def seats_at_any_count(decls: Declarations) -> set[str]:
    """The names of all seats that the game has at some number of players, or had before a variant changed it."""
    found: set[str] = set()
    for decl in (*decls.players, *decls.former_players):
        if isinstance(decl, n.NamedPlayers):
            found |= {i.text for i in decl.names}
        else:
            found |= {f"player_{i}" for i in range(1, decl.high + 1)} | ({decl.plus.text} if decl.plus else set())
    return found


def known_keys(program: t.Program, decls: Declarations) -> set[str]:
    """Every path for which there may be words."""
    keys = {
        program.name,
        *decls.variants,
        *program.texts,
        *decls.types,
        *program.actions,
        *program.procedures,
        *decls.defines,
        *(define_key(decls, name) for name in decls.defines),
    }
    keys |= seats_at_any_count(decls) | set(decls.example_names)
    keys |= {f"score.{name}" for name in decls.components} | {f"option.{name}" for name in decls.options}
    keys |= {f"{owner or 'game'}.{name}" for owner, name in decls.fields}
    keys |= {f.key for f in program.fields}
    keys |= program.look_keys | notes(decls).keys
    for name, domain in program.domains.items():
        prefix = "option." if domain.kind == "option" else ""
        keys |= {f"{prefix}{name}.{label}" for label in domain.labels}
        keys |= {f"{name}.{column}" for column in domain.attributes if domain.kind == "table"}
    for name, option in decls.options.items():
        if isinstance(option, n.OptionChoice):
            keys |= {f"option.{name}.{word.text}" for word in option.words}
    for action in program.actions.values():
        keys |= {f"{action.name}.{r.name}" for r in action.requirements}
        keys |= {f"{action.name}.{r.name}.full" for r in action.requirements if r.implied}
    return keys | {f"{key}.about" for key in keys}
