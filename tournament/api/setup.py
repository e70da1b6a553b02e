"""Director: what the tournament offers; its schedule, plan, rules of the house and conditions."""

from dataclasses import asdict, replace
from typing import Any, Literal

from ninja import File, Query, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine.chips import Chip
from engine.schedule import schedule as engine_schedule
from engine.schedule import schedule_proposal
from engine.structure import offers, presets
from tournament import requests
from tournament.api.answers import Done, Objection
from tournament.api.fields import (
    AMENDS,
    Cents,
    Chips,
    Count,
    Line,
    Name,
    Number,
    Sent,
    Story,
    Where,
    Why,
)
from tournament.api.operations import Here, House, Operations, one_of
from tournament.api.reading import Heading, heading
from tournament.api.values import SavedRow
from tournament.clock.queries import clock as clock_queries
from tournament.models import ScheduleTemplate, Tournament
from tournament.permissions import Permission
from tournament.setup import structure_uploads
from tournament.setup.queries import conditions as condition_queries
from tournament.setup.queries import house_rules as rule_queries
from tournament.setup.queries import schedules as schedule_queries
from tournament.setup.queries import setup as setup_queries
from tournament.setup.queries import structure_files
from tournament.setup.services import conditions, house_rules, schedules, setup, tournaments

router = Operations(tags=["setup"])
NOT_KEPT = Done(done=False, words="It can be used; nothing is saved yet.")


class ChipKind(Sent):
    """One kind of chip."""

    value: int = Field(ge=1, le=10**9, examples=[25])
    colour: str = Field("white", max_length=20, examples=["green"])


class Offer(Sent):
    """What the tournament offers; what stays out stays as it is."""

    name: Name = Field("", max_length=120, examples=["Friday Cup"])
    game: Name = Field("", examples=["nlhe"])
    stack: Chips = 0
    seats: int = Field(9, ge=2, le=30, examples=[9])
    min_players: Count = Field(2, examples=[2])
    max_players: Count = Field(80, examples=[80])
    chips: list[ChipKind] = Field([], max_length=8, examples=[[{"value": 25, "colour": "green"}]])
    least_chips: Count = 1
    entry_price: Cents = 0
    rebuys_until: Count | None = Field(None, description="Minutes of play, where the house says.")
    add_ons_from: Count | None = None
    add_ons_until: Count | None = None
    reason: Line = ""

    def offer(self, tournament: Tournament) -> offers.Offer:
        """As the service takes it: what is offered now, with what was sent in its place."""
        now = offers.of(tournament.structure, game=tournament.game)
        made = replace(self.over(now), chips=now.chips, sold=self.over(now.sold))
        if "chips" not in self.model_fields_set:
            return made
        chips = sorted(self.chips, key=lambda chip: chip.value)
        return replace(made, chips=tuple(Chip(chip.value, chip.colour) for chip in chips))


class FromPreset(Sent):
    """A preset's key."""

    preset: Name = Field(examples=["friday"])


class StructureText(Sent):
    """A structure file as text; nothing is kept unless `sure`."""

    text: str = Field(max_length=200_000, examples=['{"format": "shuffle-up-structure-1"}'])
    sure: bool = False


class ScheduleRow(Sent):
    """A level or a break."""

    kind: Literal["level", "break"] = "level"
    minutes: int = Field(0, ge=0, le=1440, examples=[20])
    blinds: list[Chips] = Field([], max_length=4, examples=[[25, 50]])
    ante: Chips = 0
    big_blind_ante: Chips = 0
    over_blind: Chips = 0
    race_offs: list[Chips] = Field([], max_length=8, examples=[[25]])
    ends_rebuys: bool = False
    top_up: bool = False
    game: Name = ""
    note: Name = ""

    def row(self) -> engine_schedule.Row:
        """As the engine takes it."""
        if self.kind == "break":
            return engine_schedule.Break(self.minutes, self.note)
        said = self.dict(exclude={"kind", "blinds", "race_offs"})
        return engine_schedule.Level(
            **said, blinds=tuple(self.blinds), race_offs=tuple(self.race_offs)
        )


class Schedule(Sent):
    """Levels and breaks in order; doubled every so many minutes after the last, or staying."""

    rows: list[ScheduleRow] = Field(
        max_length=80,
        examples=[
            [
                {"kind": "level", "minutes": 20, "blinds": [25, 50]},
                {"kind": "break", "minutes": 10},
                {"kind": "level", "minutes": 20, "blinds": [50, 100]},
            ]
        ],
    )
    doubling_every: int | None = Field(None, ge=1, le=1440, examples=[20])

    def schedule(self) -> engine_schedule.Schedule:
        """As the engine takes it."""
        last: engine_schedule.AfterLast = engine_schedule.Staying()
        if self.doubling_every is not None:
            last = engine_schedule.Doubling(self.doubling_every)
        return engine_schedule.Schedule(tuple(row.row() for row in self.rows), last)


class NewSchedule(Schedule):
    """A schedule in place of the one that was seen."""

    seen: str = Field(
        max_length=64,
        examples=["0123456789abcdef"],
        description="The stamp that GET gave: a schedule changed since is not overwritten.",
    )
    reason: Line = Field("", description=AMENDS)


class Template(Schedule):
    """A schedule kept for other tournaments."""

    name: Name = Field(examples=["Twenty minutes"])


class Target(Sent):
    """For how many players, and how long it shall take."""

    players: int = Field(ge=2, le=10_000, examples=[40])
    minutes: int = Field(ge=1, le=24 * 60, examples=[240])


class SavedSchedule(Schema):
    """Levels and breaks in order; doubled every so many minutes after the last, or staying."""

    rows: list[SavedRow]
    doubling_every: int | None


class SeenSchedule(SavedSchedule):
    """The schedule, with the stamp that a change of it names."""

    seen: str


class TemplateName(Schema):
    """A schedule that was kept for other tournaments."""

    id: int
    name: str


class StructureFile(Schema):
    """A structure as its file has it; docs/import-and-export.md names the parts of `structure`."""

    format: str
    rulebook: str
    preset: str
    game: str
    structure: dict[str, Any]


class FileTaken(Schema):
    """What a file holds, what of it cannot be used, and whether it is used now."""

    title: str
    left: list[str]
    is_kept: bool


class Choice(Schema):
    """One of the answers to a question."""

    value: int
    words: str
    is_chosen: bool


class Question(Schema):
    """A question that the book leaves to the house."""

    key: str
    question: str
    answer: str
    usual: str
    is_usual: bool
    clause: str
    choices: list[Choice]


class Settled(Schema):
    """What the book itself decides."""

    question: str
    clause: str
    answer: str


class HouseRulesNow(Schema):
    """The house's answers, what the book settles, and the templates there are."""

    is_open: bool
    options: list[Question]
    settled: list[Settled]
    conduct: list[Settled]
    templates: list[TemplateName]
    games: list[str]


class HouseRules(Sent):
    """The answer to each question by its place in the list, a question left out stays as it is
    answered; or a template that kept them."""

    answers: dict[str, Count] = Field({}, max_length=100, examples=[{}])
    template: Number | None = None


class Conditions(Sent):
    """The house's own words on each item, and `extra`; an item left out stays as it is, and no
    words (`""`) take the house's away."""

    words: dict[str, Story] = Field({}, max_length=20, examples=[{"extra": "No hats."}])
    asks_acceptance: bool = False


class Copy(Sent):
    """The name of a new tournament like this one."""

    name: Name = Field("", max_length=120, examples=["Saturday Cup"])


class New(FromPreset):
    """A new tournament."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])


class NewFromText(StructureText):
    """A new tournament from a structure file."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])


@router.act(
    "/house/tournaments", "Create a tournament", "tournament-new", may=Permission.CREATE_TOURNAMENTS
)
def create(here: House, wish: New) -> Heading:
    """The house's director, signed in, opens one; no token of a tournament may."""
    if wish.preset not in {preset.key for preset in presets.PRESETS}:
        raise requests.Malformed("No such preset.")
    made = tournaments.create(name=wish.name, preset=presets.get(wish.preset), **here.when)
    return heading(made)


@router.act(
    "/house/tournaments/from-structure",
    "Create a tournament from a structure",
    "tournament-from-file",
    may=Permission.CREATE_TOURNAMENTS,
)
def create_from_text(here: House, wish: NewFromText) -> Heading | Done:
    """The house's director, signed in. Looked at only, unless `sure`."""
    work = setup.open_from_file if wish.sure else setup.try_opening
    made = work(name=wish.name, text=wish.text, **here.when)
    return heading(made) if made else NOT_KEPT


@router.act("/duplicate", "Duplicate a tournament", "tournament-duplicate")
def duplicate(here: Here, wish: Copy) -> Heading:
    """The house's director, signed in."""
    name = wish.name or f"{here.tournament.name} (copy)"
    return heading(tournaments.duplicate(name=name, **here.by))


@router.act("/cancel", "Cancel the tournament", "tournament-cancel")
def cancel(here: Here, why: Why) -> None:
    tournaments.cancel(reason=why.reason, **here.by)


@router.act("/setup", "Save the setup", "setup", may=Permission.RUN_TOURNAMENT)
def change(here: Here, wish: Offer) -> None:
    name = wish.name if "name" in wish.model_fields_set else here.tournament.name
    setup.change(name=name, offer=wish.offer(here.tournament), reason=wish.reason, **here.by)


@router.act(
    "/setup/check",
    "Check a setup against the rulebook",
    "setup-check",
    may=Permission.RUN_TOURNAMENT,
)
def check(here: Here, wish: Offer) -> list[Objection]:
    """Nothing is kept."""
    found = setup_queries.doubts(here.tournament, wish.offer(here.tournament))
    return [Objection(field=one.field, why=one.why, clause=one.clause) for one in found]


@router.act("/setup/preset", "Restart the setup from a preset", "setup-preset")
def take_preset(here: Here, wish: FromPreset) -> None:
    setup.take_preset(preset=wish.preset, **here.by)


@router.look("/setup/structure", "Download the structure", Permission.SEE_CONSOLE)
def structure(here: Here) -> StructureFile:
    """As `Replace the structure` takes its text; what it holds depends on the preset."""
    return StructureFile(**structure_files.plain(here.tournament))


@router.act(
    "/setup/structure",
    "Replace the structure",
    "setup-file",
    may=Permission.RUN_TOURNAMENT,
)
def take_structure(here: Here, sent: StructureText) -> Done:
    """Looked at only, unless `sure`."""
    work = setup.take_structure if sent.sure else setup.try_structure
    work(text=sent.text, **here.by)
    return Done(words="Structure saved.") if sent.sure else NOT_KEPT


@router.act("/setup/file", "Import a structure file", "setup-file", may=Permission.RUN_TOURNAMENT)
def take_file(here: Here, file: File[UploadedFile], sure: bool = False) -> FileTaken:
    """A structure file or a save of The Tournament Director; looked at only, unless `sure`."""
    sent = structure_uploads.read(file, preset=here.tournament.preset)
    work = setup.take_structure if sure else setup.try_structure
    work(text=sent.text, **here.by)
    return FileTaken(title=sent.title, left=list(sent.left), is_kept=sure)


@router.look("/schedule", "The schedule with its stamp", Permission.SEE_CONSOLE)
def schedule(here: Here) -> SeenSchedule:
    found = clock_queries.schedule_of(here.tournament)
    return SeenSchedule(**engine_schedule.to_plain(found), seen=schedule_queries.stamp(found))


@router.act(
    "/schedule", "Save the schedule", "schedule", "planner-use", may=Permission.RUN_TOURNAMENT
)
def change_schedule(here: Here, wish: NewSchedule) -> None:
    """Also how a proposal is taken over."""
    made = wish.schedule()
    if "doubling_every" not in wish.model_fields_set:
        made = replace(made, after_last=clock_queries.schedule_of(here.tournament).after_last)
    schedules.change(schedule=made, seen=wish.seen, reason=wish.reason, **here.by)


@router.look("/schedule/proposal", "Propose a schedule", Permission.RUN_TOURNAMENT)
def propose(here: Here, wish: Query[Target]) -> SavedSchedule:
    """Worked out, not kept."""
    plain = here.tournament.structure
    made = schedule_proposal.propose(
        players=wish.players,
        stack=plain["stack"],
        chips=[chip["value"] for chip in plain["chips"]],
        minutes=wish.minutes,
    )
    return SavedSchedule(**engine_schedule.to_plain(made))


@router.look("/schedule/templates", "List schedule templates", Permission.RUN_TOURNAMENT)
def templates(here: Here) -> list[TemplateName]:
    return [TemplateName.from_orm(kept) for kept in ScheduleTemplate.objects.all()]


@router.act(
    "/schedule/templates",
    "Save a schedule as a template",
    "schedule/keep",
    may=Permission.RUN_TOURNAMENT,
)
def keep_template(here: Here, wish: Template) -> int:
    kept = schedules.save_template(name=wish.name, schedule=wish.schedule(), **here.by)
    return kept.pk


@router.act(
    "/schedule/templates/{template_id}/drop",
    "Delete a schedule template",
    "schedule/drop",
    may=Permission.RUN_TOURNAMENT,
)
def drop_template(here: Here, template_id: Where) -> None:
    kept = one_of(ScheduleTemplate.objects, "template", pk=template_id)
    schedules.drop_template(template_id=kept.pk, **here.by)


@router.look("/house-rules", "List the house rules", Permission.SEE_CONSOLE)
def options(here: Here) -> HouseRulesNow:
    return HouseRulesNow(**asdict(rule_queries.page(here.tournament)))


@router.act("/house-rules", "Set the house rules", "house-rules", may=Permission.RUN_TOURNAMENT)
def choose_rules(here: Here, wish: HouseRules) -> None:
    if wish.template is not None:
        house_rules.take(template_id=wish.template, **here.by)
    else:
        now = rule_queries.places(here.tournament)
        house_rules.choose(answers={**now, **wish.answers}, **here.by)


@router.act("/conditions", "Save the terms of entry", "conditions")
def write_conditions(here: Here, wish: Conditions) -> None:
    now = condition_queries.find(here.tournament)
    words = {**(now.words if now else {}), **wish.words}
    asks = wish.asks_acceptance
    if now and "asks_acceptance" not in wish.model_fields_set:
        asks = now.asks_acceptance
    conditions.write(words=words, asks_acceptance=asks, **here.by)
