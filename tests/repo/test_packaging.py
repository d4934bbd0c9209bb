"""The packaging tables tell the truth: what lies in the four folders is what gets installed and type-checked."""

import importlib
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
FOLDERS = ("dsl", "compiler", "runtime", "games")
PACKAGES = sorted(SETUPTOOLS["package-dir"].items())


def installed_data() -> set[Path]:
    """Every file that the globs of package-data take."""
    return {
        path
        for name, globs in SETUPTOOLS["package-data"].items()
        for glob in globs
        for path in (ROOT / SETUPTOOLS["package-dir"][name]).glob(glob)
    }


def data_files() -> set[Path]:
    """Every file of the four folders that is not Python."""
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path for path in files if path.suffix not in {".py", ".pyc"}}


def test_every_package_is_listed() -> None:
    inits = (init for folder in FOLDERS for init in (ROOT / folder).rglob("__init__.py"))
    assert {".".join(["hoyle", *init.parent.relative_to(ROOT).parts]) for init in inits} == set(SETUPTOOLS["packages"])


def test_every_package_has_its_folder_in_the_map() -> None:
    assert {name: f"hoyle.{folder.replace('/', '.')}" for name, folder in PACKAGES} == {
        name: name for name in SETUPTOOLS["packages"]
    }


def test_every_python_file_lies_directly_in_a_package() -> None:
    modules = {module for folder in FOLDERS for module in (ROOT / folder).rglob("*.py")}
    assert {module for module in modules if module.parent not in {ROOT / folder for _, folder in PACKAGES}} == set()


def test_every_data_file_is_installed() -> None:
    assert data_files() - installed_data() == set()


@pytest.mark.parametrize(("name", "folder"), PACKAGES)
def test_type_checkers_see_the_same_folders(name: str, folder: str) -> None:
    assert (ROOT / ".typing" / name.replace(".", "/")).resolve() == ROOT / folder
    assert (ROOT / folder / "py.typed").is_file()


def test_the_links_for_type_checkers_are_relative() -> None:
    assert {link.name: link.readlink().as_posix() for link in (ROOT / ".typing" / "hoyle").iterdir()} == {
        folder: f"../../{folder}" for folder in FOLDERS
    }


@pytest.mark.parametrize(("name", "folder"), PACKAGES)
def test_the_package_imported_is_the_one_in_this_checkout(name: str, folder: str) -> None:
    assert importlib.import_module(name).__file__ == str(ROOT / folder / "__init__.py")


def test_no_folder_is_imported_under_its_bare_name() -> None:
    assert not set(FOLDERS) & set(sys.modules)
