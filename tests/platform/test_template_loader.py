"""Templates are read without their indentation, and nothing a reader sees is lost by it."""

from pathlib import Path

import pytest
from django.template import Engine, engines
from django.template.backends.django import DjangoTemplates
from django.template.loaders import app_directories, cached

from config import templates

ROOT = Path(__file__).parents[2]


def read(folder: Path, name: str, source: str) -> str:
    """What the loader makes of a template."""
    (folder / name).write_text(source, encoding="utf-8")
    engine = Engine(dirs=[str(folder)], loaders=["config.templates.Loader"])
    return str(engine.get_template(name).source)


def test_the_indentation_is_left_out(tmp_path: Path):
    source = '<div\n    class="seat\n        is-in">\n  {# One. #}\n\t{{ seat }}\n  more\n</div>\n'
    said = '<div\nclass="seat\nis-in">\n{# One. #}\n{{ seat }}\nmore\n</div>\n'
    assert read(tmp_path, "seat.html", source) == said


@pytest.mark.parametrize(
    "kept",
    [
        '<pre class="code">curl \\\n    address\n  end</pre>',
        "<textarea\n    rows=2>\n  One\n    <pre>\n  two</textarea>",
        "<script>\n  const words = `\n    kept`;\n</script>",
        "<style>\n  b { color: red }\n</style>",
        "{% verbatim %}\n    {{ kept }}\n  {% endverbatim %}",
    ],
)
def test_white_space_that_is_content_is_kept(tmp_path: Path, kept: str):
    assert read(tmp_path, "page.html", f"<p>\n  {kept}\n  <b>") == f"<p>\n{kept}\n<b>"


def test_only_pages_are_read_so(tmp_path: Path):
    assert read(tmp_path, "worker.js", "if (a)\n  b();\n") == "if (a)\n  b();\n"


def test_no_line_and_no_word_of_any_template_is_lost():
    """An error in a page names the line it is in."""
    for page in (ROOT / "templates").rglob("*.html"):
        source = page.read_text(encoding="utf-8")
        drawn = templates.without_indent(source)
        assert drawn.count("\n") == source.count("\n"), page
        assert drawn.split() == source.split(), page


def test_templates_of_this_house_are_read_so_and_kept_in_memory():
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)
    (loader,) = backend.engine.template_loaders
    assert isinstance(loader, cached.Loader)
    ours, others = loader.loaders
    assert isinstance(ours, templates.Loader)
    assert isinstance(others, app_directories.Loader)
