"""How the API describes itself to machines (OpenAPI 3.1)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from tournament.api import news, problems

REFERENCE = "#/components/schemas/"
# Whole pictures of pages: what they are made of goes by names that mean something else elsewhere.
PICTURES = {"TabletPicture": "Tablet", "ConsolePicture": "Console", "OwnPage": "Own"}


class Description(OpenAPISchema):
    """The description, in which every name means one thing."""

    def add_schema_definitions(self, definitions: dict[str, Any]) -> None:
        """Take what a body or an answer is made of; no name may stand for two kinds."""
        named = _within_their_picture(definitions)
        for name, schema in named.items():
            if self.schemas.setdefault(name, schema) != schema:
                raise ImproperlyConfigured(f"Two kinds in the API are called {name}.")


def _within_their_picture(definitions: Mapping[str, Any]) -> dict[str, Any]:
    picture = next((name for name in definitions if name in PICTURES), None)
    if picture is None:
        return dict(definitions)
    names = {name: _prefixed(name, PICTURES[picture]) for name in definitions if name != picture}
    text = re.sub(
        rf'"{REFERENCE}(\w+)"',
        lambda found: f'"{REFERENCE}{names.get(found[1], found[1])}"',
        json.dumps(definitions, default=str),
    )
    return {names.get(name, name): schema for name, schema in json.loads(text).items()}


def _prefixed(name: str, picture: str) -> str:
    return name if name.startswith(picture) else picture + name


def describe(api: NinjaAPI, path_prefix: str) -> OpenAPISchema:
    """As every operation really answers."""
    described = Description(api, path_prefix)
    described["webhooks"], told = news.described(REFERENCE)
    described["components"]["schemas"].update(told)
    for name, schema in described["components"]["schemas"].items():
        schema["title"] = name  # generators of clients go by it
    for methods in described["paths"].values():
        for operation in methods.values():
            _correct(operation)
    return described


def _correct(operation: dict[str, Any]) -> None:
    """A parameter's examples stand in its schema alone, and refusals have a type of their own."""
    for parameter in operation.get("parameters", ()):
        parameter.pop("examples", None)
    for status, answer in operation["responses"].items():
        if int(status) >= 400:
            answer["content"] = {problems.KIND: answer["content"].pop("application/json")}
