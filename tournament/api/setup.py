"""Director: what the tournament offers; its schedule, plan, rules of the house and conditions."""

from typing import Any, Literal

from ninja import File, Query, Router, Schema
from ninja.files import UploadedFile
from pydantic import Field

from engine import offers, presets, schedule_proposal
from engine import schedule as engine_schedule
from engine.chips import Chip
from engine.windows import HousesMinutes
from tournament import http, structure_uploads
from tournament.api.basics import (
    AT,
    Cents,
    Chips,
    Count,
    Done,
    Line,
    Made,
    Name,
    Number,
    Objection,
    Signed,
    Story,
    Where,
    Why,
    action,
    by,
    find,
    look,
    one_of,
    picture,
)
from tournament.api.reading import Heading, heading
from tournament.models import ScheduleTemplate
from tournament.permissions import Permission, require
from tournament.queries import clock as clock_queries
from tournament.queries import house_rules as rule_queries
from tournament.queries import schedules as schedule_queries
from tournament.queries import setup as setup_queries
from tournament.queries import structure_files
from tournament.services import conditions, house_rules, schedules, setup, tournaments

router = Router(tags=["setup"])


class ChipKind(Schema):
    """One kind of chip."""

    value: int = Field(ge=1, le=10**9, examples=[25])
    colour: str = Field("white", max_length=20, examples=["green"])


class Offer(Schema):
    """What the tournament offers."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])
    game: Name = Field(examples=["nlhe"])
    stack: Chips
    seats: int = Field(ge=2, le=30, examples=[9])
    min_players: Count = Field(examples=[2])
    max_players: Count = Field(examples=[80])
    chips: list[ChipKind] = Field(max_length=8, examples=[[{"value": 25, "colour": "green"}]])
    least_chips: Count = 1
    entry_price: Cents = 0
    rebuys_until: Count | None = Field(None, description="Minutes of play, where the house says.")
    add_ons_from: Count | None = None
    add_ons_until: Count | None = None
    reason: Line = ""

    def offer(self) -> offers.Offer:
        """As the service takes it."""
        chips = sorted(self.chips, key=lambda chip: chip.value)
        return offers.Offer(
            game=self.game,
            stack=self.stack,
            seats=self.seats,
            min_players=self.min_players,
            max_players=self.max_players,
            chips=tuple(Chip(chip.value, chip.colour) for chip in chips),
            least_chips=self.least_chips,
            entry_price=self.entry_price,
            sold=HousesMinutes(self.rebuys_until, self.add_ons_from, self.add_ons_until),
        )


class FromPreset(Schema):
    """A preset's key."""

    preset: Name = Field(examples=["friday"])


class StructureText(Schema):
    """A structure file as text; nothing is kept unless `sure`."""

    text: str = Field(max_length=200_000, examples=['{"format": "shuffle-up-structure-1"}'])
    sure: bool = False


class ScheduleRow(Schema):
    """A level or a break."""

    kind: Literal["level", "break"] = "level"
    minutes: int = Field(0, ge=0, le=1440, examples=[20])
    blinds: list[Chips] = Field([], max_length=4, examples=[[25, 50]])
    ante: Chips = 0
    big_blind_ante: Chips = 0
    over_blind: bool = False
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


class Schedule(Schema):
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


class Template(Schedule):
    """A schedule kept for other tournaments."""

    name: Name = Field(examples=["Twenty minutes"])


class Target(Schema):
    """For how many players, and how long it shall take."""

    players: int = Field(ge=2, le=10_000, examples=[40])
    minutes: int = Field(ge=1, le=24 * 60, examples=[240])


class HouseRules(Schema):
    """The answer to each question by its place in the list; or a template that kept them."""

    answers: dict[str, Count] = Field({}, max_length=100, examples=[{}])
    template: Number | None = None


class Conditions(Schema):
    """The house's own words on each item, and `extra`."""

    words: dict[str, Story] = Field({}, max_length=20, examples=[{"extra": "No hats."}])
    asks_acceptance: bool = False


class Copy(Schema):
    """The name of a new tournament like this one."""

    name: Name = Field("", max_length=120, examples=["Saturday Cup"])


class New(FromPreset):
    """A new tournament."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])


class NewFromText(StructureText):
    """A new tournament from a structure file."""

    name: Name = Field(max_length=120, examples=["Friday Cup"])


@action(router, "/house/tournaments", "Open a tournament", "tournament-new", answers=Heading)
def create(request: Signed, wish: New) -> Heading:
    """The house's director, signed in, opens one; no token of a tournament may."""
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    if wish.preset not in {preset.key for preset in presets.PRESETS}:
        raise http.Malformed("There is no such preset.")
    made = tournaments.create(
        name=wish.name, preset=presets.get(wish.preset), actor=request.auth, now=http.now()
    )
    return heading(made)


@action(
    router,
    "/house/tournaments/from-structure",
    "Open a tournament from a structure",
    "tournament-from-file",
    answers=Heading,
)
def create_from_text(request: Signed, wish: NewFromText) -> Heading:
    """The house's director, signed in."""
    require(request.auth, Permission.CREATE_TOURNAMENTS)
    made = setup.open_from_file(name=wish.name, text=wish.text, actor=request.auth, now=http.now())
    return heading(made)


@action(router, AT + "/duplicate", "Open one like this", "tournament-duplicate", answers=Heading)
def duplicate(request: Signed, code: str, wish: Copy) -> Heading:
    """The house's director, signed in."""
    origin = find(code)
    name = wish.name or f"{origin.name} (copy)"
    return heading(tournaments.duplicate(name=name, **by(request, origin)))


@action(router, AT + "/cancel", "Call it off", "tournament-cancel")
def cancel(request: Signed, code: str, why: Why) -> Done:
    tournaments.cancel(reason=why.reason, **by(request, find(code)))
    return Done()


@action(router, AT + "/setup", "Change what is offered", "setup")
def change(request: Signed, code: str, wish: Offer) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    setup.change(name=wish.name, offer=wish.offer(), reason=wish.reason, **by(request, tournament))
    return Done()


@action(
    router,
    AT + "/setup/check",
    "What speaks against an offer",
    "setup-check",
    answers=list[Objection],
)
def check(request: Signed, code: str, wish: Offer) -> list[Objection]:
    """Nothing is kept."""
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    found = setup_queries.doubts(tournament, wish.offer())
    return [Objection(field=one.field, why=one.why, clause=one.clause) for one in found]


@action(router, AT + "/setup/preset", "Begin anew from a preset", "setup-preset")
def take_preset(request: Signed, code: str, wish: FromPreset) -> Done:
    setup.take_preset(preset=wish.preset, **by(request, find(code)))
    return Done()


@picture(router, AT + "/setup/structure", "The structure, as a file has it")
def structure(request: Signed, code: str) -> dict[str, Any]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return structure_files.plain(tournament)


@action(router, AT + "/setup/structure", "A structure in place of this one", "setup-file")
def take_structure(request: Signed, code: str, sent: StructureText) -> Done:
    """Looked at only, unless `sure`."""
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    work = setup.take_structure if sent.sure else setup.try_structure
    work(text=sent.text, **by(request, tournament))
    return Done(words="Kept." if sent.sure else "It can be taken; nothing is kept yet.")


@action(
    router,
    AT + "/setup/file",
    "A file in place of this structure",
    "setup-file",
    answers=dict[str, Any],
)
def take_file(
    request: Signed, code: str, file: File[UploadedFile], sure: bool = False
) -> dict[str, Any]:
    """A structure file or a save of The Tournament Director; looked at only, unless `sure`."""
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    sent = structure_uploads.read(file, preset=tournament.preset)
    work = setup.take_structure if sure else setup.try_structure
    work(text=sent.text, **by(request, tournament))
    return {"title": sent.title, "left": list(sent.left), "is_kept": sure}


@picture(router, AT + "/schedule", "The schedule and its stamp")
def schedule(request: Signed, code: str) -> dict[str, Any]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    found = clock_queries.schedule_of(tournament)
    return {**engine_schedule.to_plain(found), "seen": schedule_queries.stamp(found)}


@action(router, AT + "/schedule", "Change the schedule", "schedule", "planner-use")
def change_schedule(request: Signed, code: str, wish: NewSchedule) -> Done:
    """Also how a proposal is taken over."""
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    schedules.change(schedule=wish.schedule(), seen=wish.seen, **by(request, tournament))
    return Done()


@picture(router, AT + "/schedule/proposal", "A schedule for so many players and minutes")
def propose(request: Signed, code: str, wish: Query[Target]) -> dict[str, Any]:
    """Worked out, not kept."""
    tournament = find(code)
    look(request, Permission.RUN_TOURNAMENT, tournament)
    plain = tournament.structure
    made = schedule_proposal.propose(
        players=wish.players,
        stack=plain["stack"],
        chips=[chip["value"] for chip in plain["chips"]],
        minutes=wish.minutes,
    )
    return engine_schedule.to_plain(made)


@picture(router, AT + "/schedule/templates", "Schedules kept", list[dict[str, Any]])
def templates(request: Signed, code: str) -> list[dict[str, Any]]:
    look(request, Permission.RUN_TOURNAMENT, find(code))
    return [{"id": kept.pk, "name": kept.name} for kept in ScheduleTemplate.objects.all()]


@action(
    router, AT + "/schedule/templates", "Keep a schedule for others", "schedule/keep", answers=Made
)
def keep_template(request: Signed, code: str, wish: Template) -> Made:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    kept = schedules.save_template(
        name=wish.name, schedule=wish.schedule(), **by(request, tournament)
    )
    return Made(id=kept.pk)


@action(
    router,
    AT + "/schedule/templates/{template_id}/drop",
    "Delete a kept schedule",
    "schedule/drop",
)
def drop_template(request: Signed, code: str, template_id: Where) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    kept = one_of(ScheduleTemplate.objects, "template", pk=template_id)
    schedules.drop_template(template_id=kept.pk, **by(request, tournament))
    return Done()


@picture(router, AT + "/house-rules", "The options within the rulebook")
def options(request: Signed, code: str) -> dict[str, Any]:
    tournament = find(code)
    look(request, Permission.SEE_CONSOLE, tournament)
    return rule_queries.page(tournament)


@action(router, AT + "/house-rules", "Choose the rules of the house", "house-rules")
def choose_rules(request: Signed, code: str, wish: HouseRules) -> Done:
    tournament = find(code)
    require(request.auth, Permission.RUN_TOURNAMENT, tournament.pk)
    if wish.template is not None:
        house_rules.take(template_id=wish.template, **by(request, tournament))
    else:
        house_rules.choose(answers=wish.answers, **by(request, tournament))
    return Done()


@action(router, AT + "/conditions", "Write the conditions", "conditions")
def write_conditions(request: Signed, code: str, wish: Conditions) -> Done:
    conditions.write(
        words=wish.words, asks_acceptance=wish.asks_acceptance, **by(request, find(code))
    )
    return Done()
