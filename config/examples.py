"""An example for every operation of the API, put together from those of its fields."""

from collections.abc import Mapping
from typing import Any

Described = Mapping[str, Any]


def body(described: Described, operation: Described) -> dict[str, Any] | None:
    """What one could send; None where nothing is sent, or a file."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return None if content is None else _value(described, content["schema"])


def _value(described: Described, schema: Described) -> Any:
    """One value of the kind that is described."""
    if "examples" in schema:
        return schema["examples"][0]
    if "default" in schema:
        return schema["default"]
    if "$ref" in schema:
        return _value(described, _named(described, schema["$ref"]))
    for choices in ("anyOf", "allOf"):
        if choices in schema:
            return _value(described, schema[choices][0])
    if "enum" in schema:
        return schema["enum"][0]
    return _plain(described, schema)


def _plain(described: Described, schema: Described) -> Any:
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        needed = schema.get("required") or [name for name in fields if "examples" in fields[name]]
        return {name: _value(described, fields[name]) for name in needed}
    by_kind: dict[str, Any] = {"array": [], "boolean": True, "integer": 1, "string": ""}
    return by_kind.get(str(schema.get("type")))


def _named(described: Described, reference: str) -> Any:
    return described["components"]["schemas"][reference.rsplit("/", 1)[-1]]
