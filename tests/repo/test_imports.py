"""The import law: who may import whom, read off the source without running it.

`dsl` imports nothing of ours, the runtime's kernel neither `dsl` nor `compiler`, `compiler` only `dsl`; the loader and
the command line tie them together. So a compiled game runs without the language, and without Lark.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What each part may import of ours; the longest matching name decides. Games hold data, no code.
LAW: dict[str, frozenset[str]] = {
    "hoyle.dsl": frozenset({"hoyle.dsl"}),
    "hoyle.compiler": frozenset({"hoyle.dsl", "hoyle.compiler"}),
    "hoyle.runtime": frozenset({"hoyle.runtime"}),
    "hoyle.runtime.loader": frozenset({"hoyle.dsl", "hoyle.compiler", "hoyle.runtime", "hoyle.games"}),
    "hoyle.runtime.rulefiles": frozenset({"hoyle.dsl", "hoyle.compiler", "hoyle.runtime", "hoyle.games"}),
    "hoyle.runtime.cli": frozenset({"hoyle.dsl", "hoyle.compiler", "hoyle.runtime", "hoyle.games"}),
    "hoyle.runtime.verification": frozenset({"hoyle.dsl", "hoyle.compiler", "hoyle.runtime"}),
    "hoyle.games": frozenset(),
}
_TIES = ("hoyle.runtime.loader", "hoyle.runtime.rulefiles", "hoyle.runtime.cli")
# Who may import the parts that tie the others together: anybody else would reach the language through them.
USERS_OF_TIES = {
    "hoyle.runtime.loader": (*_TIES, "hoyle.runtime.verification"),
    "hoyle.runtime.rulefiles": (*_TIES, "hoyle.runtime.verification"),
    "hoyle.runtime.verification": ("hoyle.runtime.verification", "hoyle.runtime.cli", "hoyle.runtime.pytest_plugin"),
    "hoyle.runtime.cli": ("hoyle.runtime.cli",),
}
# A compiled game runs without Lark.
USERS_OF_LARK = ("hoyle.dsl",)
# What `pip install hoyle` brings; what an extra brings is imported inside the function that needs it.
CORE = frozenset({"hoyle", "attr", "attrs", "click", "lark", "prompt_toolkit", "rich", *sys.stdlib_module_names})
# What only pytest imports, through the plugin, and only where there are rule files.
FOR_PYTEST = {"hoyle.runtime.verification.collecting": frozenset({"pytest", "_pytest"})}


def within(name: str, part: str) -> bool:
    """Whether a dotted name is the part or lies below it."""
    return name == part or name.startswith(f"{part}.")


def module_name(path: Path) -> str:
    """The dotted name under which a file is installed."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["hoyle", *(parts[:-1] if parts[-1] == "__init__" else parts)])


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name the statements among the nodes import; `from a import b` counts as `a.b`."""
    for node in nodes:
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def imports_anywhere(source: str) -> list[str]:
    """Every name a module imports, at the top or inside a function."""
    return list(imports(ast.walk(ast.parse(source))))


def is_among(name: str, parts: Iterable[str]) -> bool:
    """Whether a dotted name is one of the parts or lies below one."""
    return any(within(name, part) for part in parts)


def is_lawful(importer: str, imported: str) -> bool:
    """Whether the law lets one module import a name."""
    if within(imported, "lark"):
        return is_among(importer, USERS_OF_LARK)
    if not within(imported, "hoyle"):
        return not imported.startswith(".")
    for tie, users in USERS_OF_TIES.items():
        if within(imported, tie):
            return is_among(importer, users)
    part = max((part for part in LAW if within(importer, part)), key=len)
    return is_among(imported, LAW[part])


MODULES = {
    module_name(path): path
    for folder in ("dsl", "compiler", "runtime", "games")
    for path in sorted((ROOT / folder).rglob("*.py"))
}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_the_law_allows(name: str) -> None:
    imported = imports_anywhere(MODULES[name].read_text("utf-8"))
    assert [other for other in imported if not is_lawful(name, other)] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_can_be_imported_without_any_extra(name: str) -> None:
    at_the_top = imports(ast.parse(MODULES[name].read_text("utf-8")).body)
    assert {other.split(".")[0] for other in at_the_top} <= CORE | FOR_PYTEST.get(name, frozenset())


@pytest.mark.parametrize(
    ("importer", "statement"),
    [
        ("hoyle.dsl.parser", "import hoyle.compiler"),
        ("hoyle.dsl.parser", "from hoyle import runtime"),
        ("hoyle.compiler.lowering.module", "from hoyle.runtime.state import State"),
        ("hoyle.compiler.lowering.module", "from lark import Tree"),
        ("hoyle.runtime.state", "import hoyle.dsl.tree as tree"),
        ("hoyle.runtime.state", "from hoyle.runtime.loader import load"),
        ("hoyle.runtime.state", "def late():\n    from hoyle.runtime.cli import main"),
        ("hoyle.runtime.loader", "from hoyle.runtime.cli import main"),
        ("hoyle.runtime.loaders", "from hoyle.compiler import build"),
        ("hoyle.runtime.state", "from . import support"),
    ],
)
def test_the_law_is_broken_by(importer: str, statement: str) -> None:
    assert not all(is_lawful(importer, imported) for imported in imports_anywhere(statement))


@pytest.mark.parametrize(
    ("importer", "statement"),
    [
        ("hoyle.dsl.parser", "from lark import Lark"),
        ("hoyle.compiler.lowering.module", "from hoyle.dsl.tree import Node"),
        ("hoyle.runtime.loader", "from hoyle.compiler import build"),
        ("hoyle.runtime.cli.play", "import hoyle.runtime.loader, hoyle.dsl"),
        ("hoyle.runtime.state", "import dataclasses"),
    ],
)
def test_the_law_allows(importer: str, statement: str) -> None:
    assert all(is_lawful(importer, imported) for imported in imports_anywhere(statement))
