"""What a tournament offers, as plain data that outlives any change of the presets."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from engine.entries.law import AddOns, AddOnTerms, NotOffered, Rebuys, RebuyTerms, TopUp, TopUpTerms
from engine.equipment.law import Choice, EquipmentLaw, Method, Rounding
from engine.schedule import schedule
from engine.structure.law import Preset


def to_plain(preset: Preset) -> dict[str, Any]:
    """A preset's structure as JSON can hold it."""
    return {
        "preset_name": preset.name,
        "stack": preset.starting_stack,
        "seats_per_table": preset.seats_per_table,
        "min_players": preset.min_players,
        "max_players": preset.max_players,
        "few_clause": preset.few_clause,
        "full_clause": preset.full_clause,
        "chips": [{"value": c.denomination, "colour": c.colour} for c in preset.chips],
        "schedule": schedule.to_plain(preset.schedule),
        "rebuys": terms_to_plain(preset.rebuys),
        "top_up": terms_to_plain(preset.top_up),
        "add_ons": terms_to_plain(preset.add_ons),
        "prizes": preset.prizes,
        "entry_price": preset.entry_price,
        "entry_fee": preset.entry_fee,
        "rebuy_fee": preset.rebuy_fee,
        "top_up_fee": preset.top_up_fee,
        "add_on_fee": preset.add_on_fee,
        "notes": preset.notes,
    }


def rebuys(plain: Mapping[str, Any]) -> RebuyTerms:
    """The rebuys a structure offers: until the level that ends them, where the schedule has one."""
    terms = printed_rebuys(plain)
    end = schedule.minute_after(plain["schedule"], "ends_rebuys")
    if end is None or isinstance(terms, NotOffered) or not terms.is_houses_window:
        return terms
    return replace(terms, minutes=end)


def printed_rebuys(plain: Mapping[str, Any]) -> RebuyTerms:
    """The terms as they were set, whatever the schedule says."""
    terms = plain["rebuys"]
    return NotOffered(**terms["terms"]) if terms["is_refused"] else Rebuys(**terms["terms"])


def top_up(plain: Mapping[str, Any]) -> TopUpTerms:
    """The top-up a structure offers."""
    terms = plain["top_up"]
    return NotOffered(**terms["terms"]) if terms["is_refused"] else TopUp(**terms["terms"])


def add_ons(plain: Mapping[str, Any]) -> AddOnTerms:
    """The add-ons a structure offers."""
    terms = plain["add_ons"]
    return NotOffered(**terms["terms"]) if terms["is_refused"] else AddOns(**terms["terms"])


def race_offs(plain: Mapping[str, Any], law: EquipmentLaw) -> Choice:
    """How this tournament races off: as it chose, or as its book has it."""
    chosen = plain.get("race_off")
    if chosen is None:
        return law.race_off.value
    method, rounding = Method(chosen["method"]), Rounding(chosen["rounding"])
    return Choice(method, rounding)


def terms_to_plain(terms: RebuyTerms | TopUpTerms | AddOnTerms) -> dict[str, Any]:
    """What is sold on which terms, or why not."""
    return {"is_refused": isinstance(terms, NotOffered), "terms": asdict(terms)}
