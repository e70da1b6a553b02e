"""Where the product applies a clause: the question it answers, and every module that cites it."""

import ast
from functools import cache
from pathlib import Path

from django.conf import settings

from engine import clauses, matrix
from engine.rulebooks import citing

FOLDERS = ("engine", "tournament", "tables")
MOST = 4


def places(clause_id: str) -> list[str]:
    """The questions first, then what those modules say they are about; a few of them."""
    return _by_clause().get(clause_id, [])[:MOST]


@cache
def _by_clause() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for clause_id, question in matrix.answered():
        about = f"{question[:1].upper()}{question[1:]}."
        if about not in found.setdefault(clause_id, []):
            found[clause_id].append(about)
    for path in _modules(Path(settings.BASE_DIR)):
        text = path.read_text("utf-8")
        cited = {
            known for word in citing.named().findall(text) if (known := clauses.meant_by(word))
        }
        if not cited:
            continue
        about = _about(text)
        for clause_id in sorted(cited):
            if about and about not in found.setdefault(clause_id, []):
                found[clause_id].append(about)
    return found


def _modules(root: Path) -> list[Path]:
    paths = (path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))
    left_out = {"migrations", "management", "rulebooks"}
    return [path for path in paths if not left_out & set(path.parts)]


def _about(text: str) -> str:
    """The first sentence of the module's own description."""
    words = ast.get_docstring(ast.parse(text)) or ""
    return citing.in_words(words.split("\n\n")[0].replace("\n", " "))
