"""Templates are read line by line; these tests also show that a crowded line would be noticed."""

from pathlib import Path

import pytest

from tests import template_layout

ROOT = Path(__file__).resolve().parent.parent


def test_every_template_has_one_element_a_line_and_no_long_line():
    assert template_layout.breaches(template_layout.templates(ROOT)) == []


def test_every_template_is_looked_at():
    names = set(template_layout.templates(ROOT))
    assert {"base.html", "dealer/_tablet.html", "console/console.html"} <= names


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<p>" + "x" * 120, "x:1: 123 characters"),
        ("\n<ul><li>One</li>", "x:2: <li> behind <ul>"),
        ("<p>One</p><p>Two</p>", "x:1: <p> behind <p>"),
        ("{% if seat %}<p>{{ seat }}</p>{% endif %}", "x:1: <p> behind {% if %}"),
        ("<div>{% for seat in seats %}<p>{{ seat }}</p>", "x:1: <p> behind <div>"),
    ],
)
def test_a_breach_is_noticed(source: str, said: str):
    assert template_layout.breaches({"x": source}) == [said]


@pytest.mark.parametrize(
    "source",
    [
        "<p>Seat <b>4</b>, <i>{{ name }}</i>{% if away %} is away{% else %}is here{% endif %}</p>",
        "{% if seat %}\n  <p>{{ seat }}</p>\n{% endif %}",
        '<a href="{% url "front" %}"{% if is_here %} aria-current="page"{% endif %}>Front</a>',
        "<div>{# A <p> is not a <p> here. #}</div>",
        "<pre>&lt;\n<p><p>\n</pre>",
        "</div></div>",
    ],
)
def test_what_flows_in_a_line_passes(source: str):
    assert template_layout.breaches({"x": source}) == []
