"""Cases that failed once, made small: a folder each, its files in order of their names."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mutation import Case

CORPUS = Path(__file__).resolve().parent / "corpus"


def folders() -> list[Path]:
    """The cases of the corpus, by name."""
    return sorted(path for path in CORPUS.iterdir() if path.is_dir())


def cases(folder: Path) -> list[Case]:
    """A case of the corpus bound and played in every way."""
    files = tuple(file.read_bytes() for file in sorted(folder.glob("*.hoyle")))
    return [Case(files, debug, most, seed=7) for debug in (False, True) for most in (False, True)]


def keep(case: Case, name: str) -> Path:
    """Write a case into the corpus."""
    digest = hashlib.sha256(b"\0".join(case.files)).hexdigest()[:6]
    folder = CORPUS / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(case.files):
        (folder / f"{number}.hoyle").write_bytes(data)
    return folder
