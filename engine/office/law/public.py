"""What a book says of what the public is told: conditions, posters, adverts."""

from dataclasses import dataclass

from engine.answers import Answer


@dataclass(frozen=True, slots=True)
class ConditionsLaw:
    """The items of the sheet every player can read; then what holds of the whole sheet."""

    stack: Answer[bool]
    wagers: Answer[bool]
    structure: Answer[bool]
    tables: Answer[bool]
    play: Answer[bool]
    entry: Answer[bool]
    lawful: Answer[bool]
    discretion: Answer[bool]
    prizes: Answer[bool]
    rules: Answer[bool]
    complete: Answer[bool]  # no hand is dealt while an item it asks for is empty
    agreed: Answer[bool]  # players agree in writing where that is asked
    amended: Answer[bool]  # what becomes of a sheet that is changed after the first hand


@dataclass(frozen=True, slots=True)
class PublicLaw:
    """What a poster and the public page say before publishing; then what holds of adverts."""

    licensee: Answer[bool]
    fee: Answer[bool]
    prizes: Answer[bool]
    when: Answer[bool]
    tickets: Answer[bool]
    rebuy: Answer[bool]
    stated: Answer[bool]  # nothing is published while one of these is missing
    region: Answer[str]  # where an event is advertised; empty: anywhere
