"""What webhooks are sent, as the description of the API has it."""

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field

from tournament.house import webhooks
from tournament.house.queries import integrations

TAKEN = {"2XX": {"description": "Taken."}, "default": {"description": "Tried again later."}}
HEADERS = {
    webhooks.SIGNATURE: "`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, by the secret.",
    webhooks.TRY: "Which try this is, from 1.",
}


class PlaceTold(Schema):
    """A place as it was confirmed."""

    place: int
    entry: int
    player: str


class NewsData(Schema):
    """What the news is about; which of it is there depends on the `name`."""

    model_config = ConfigDict(extra="allow")
    player: str | None = None
    table: int | None = None
    chips: int | None = None
    places: list[PlaceTold] | None = Field(None, description="Of `placing.confirmed`.")


class News(Schema):
    """A piece of news; its `id` is the same at every try."""

    id: str = Field(examples=["ABCD-41"])
    topic: str
    tournament: str = Field(examples=["ABCD"])
    name: str
    at: datetime
    by: str
    words: str
    data: NewsData


def described(reference: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The news of each topic, and the schemas they are made of."""
    schema = News.model_json_schema(ref_template=reference + "{model}", mode="serialization")
    schemas = schema.pop("$defs") | {"News": schema}
    topics = {topic: (words, list(names)) for topic, (words, names) in integrations.TOPICS.items()}
    topics[integrations.TEST] = ("A test", ["webhook.tested"])
    news = {
        topic: {"post": _told(topic, words, names, reference)}
        for topic, (words, names) in topics.items()
    }
    return news, schemas


def _told(topic: str, words: str, names: list[str], reference: str) -> dict[str, Any]:
    chosen = {"topic": {"const": topic}, "name": {"enum": names}}
    schema = {"allOf": [{"$ref": f"{reference}News"}], "properties": chosen}
    return {
        "operationId": f"news_of_{topic}",
        "summary": words,
        "tags": ["webhooks"],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": said,
                "schema": {"type": "string"},
            }
            for name, said in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": TAKEN,
    }
