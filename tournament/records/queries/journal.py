"""The journal as the inspector reads it, and whether its chain is whole."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from engine.hand import numbers
from engine.rulebooks import citing
from tournament.clock.queries import clock as clock_queries
from tournament.models import JournalEntry
from tournament.records.queries import chain

SENTENCES = {
    "tournament.created": "created the tournament from the preset {preset}",
    "tournament.finished": "declared the tournament finished: {winner} wins",
    "tournament.end_shown": "put the expected end on the clock screens",
    "tournament.end_hidden": "took the expected end off the clock screens",
    "token.given": "created a token for {token}, as {role}",
    "token.revoked": "revoked the token for {token}",
    "webhook.added": "added a webhook to {url} for: {topics}",
    "webhook.stopped": "removed the webhook to {url}",
    "webhook.tested": "sent a test to the webhook {url}",
    "webhook.redelivered": "sent news {news} to the webhook {url} again",
    "tournament.announced": "announced: {text}",
    "tournament.started": "started play with {players} players",
    "tournament.cancelled": "cancelled the tournament",
    "tournament.called_off": "cancelled the tournament: {reason}",
    "entry.registered": "registered {player} as entry {entry} with {stack} chips",
    "entry.withdrawn": "cancelled entry {entry}",
    "entry.taken_back": "cancelled entry {entry} of {player}: {reason}",
    "entry.registered_for": "registered {player} as entry {entry} for {session}",
    "entry.checked_in": "checked {player} in, entry {entry}",
    "entry.substituted": "approved {after} as substitute for {before}, entry {entry}: {reason}",
    "player.changed": "edited the details of {player}",
    "player.barred": "barred {player}: {reason}",
    "player.unbarred": "lifted the bar on {player}",
    "player.photographed": "saved a photograph of {player}",
    "player.photo_removed": "removed the photograph of {player}",
    "player.merged": "merged {gone} into {player}",
    "player.changed_elsewhere": "edited the details of {player} at {where}",
    "player.barred_elsewhere": "barred {player} at {where}",
    "player.unbarred_elsewhere": "lifted the bar on {player} at {where}",
    "player.merged_elsewhere": "merged another record into {player} at {where}",
    "entry.terms": "set the entry requirements: {words}",
    "entry.invited": "invited {names}",
    "entry.uninvited": "cancelled the invitation of {player}",
    "entry.turned_away": "refused entry to {player}: {reason}",
    "alternate.waits": "added {player} as alternate {number}",
    "alternate.called": "called alternate {number}, {player}, in",
    "alternate.left": "removed alternate {number}, {player}, from the waiting list",
    "session.planned": "planned {session}: {words}",
    "session.removed": "removed {session} from the plan",
    "session.allocated": "moved {player} to {session}",
    "session.second_chance": "gave a second chance in {session} to {names}",
    "session.started": "started {session}",
    "session.stopped": "stopped {session} after the hands in progress: {reason}",
    "session.ended": "ended {session}: {words}",
    "tickets.numbered": "numbered {count} entry tickets; the licence allows {approved}",
    "ticket.sold": "gave ticket {ticket} to {player}",
    "ticket.voided": "voided ticket {ticket}: {reason}",
    "entry.no_show": "{player} was not seated at the start and is out: {chips} chips "
    "leave play ({clause})",
    "entry.declined_rebuy": "{player} does not rebuy and is out",
    "entry.decline_undone": "{player} may rebuy after all and is back in the seat",
    "tournament.start_taken_back": "undid the start of play: nothing had been played",
    "tournament.reopened": "reopened the tournament",
    "seats.drawn": "seated {players} players at {tables} tables",
    "draw.published": "published draw {draw}, {title}: its hash {commitment}, its list {digest}",
    "deck.shuffled": "shuffled draw {draw}, {title}: its hash {commitment}",
    "draw.cancelled": "cancelled draw {draw}, {title}: {reason}",
    "draw.word": "{who} added “{word}” to draw {draw}, {title}",
    "draw.made": "made draw {draw}, {title}: its secret was {secret}",
    "tournament.re_entered": "resumed play from a state sheet: {players} players at {tables} "
    "tables, level {level}",
    "records.key_changed": "signs records with another key: {after}; before {before}: {reason}",
    "records.restored": "took the records back to a backup of {lines} lines; {signed} lines had "
    "been signed by {until}",
    "state_sheet.made": "made the state sheet of {what}",
    "seats.cleared": "cancelled the seat draw",
    "seat.moved": "moved {player} from {origin} to {place}: {reason}",
    "order.given": "ordered for after the hand: {what}",
    "order.withdrawn": "withdrew an order: {what}",
    "order.lapsed": "an order lapsed: {what}. {why}",
    "seat.absence_asked": "reported {player} away from table {table}, seat {seat}: to be confirmed",
    "seat.absent": "{player} is away from table {table}, seat {seat}",
    "seat.posting": "{by} posts the blinds for {player} at table {table} ({clause})",
    "seat.back": "{player} is back at table {table}, seat {seat}",
    "seat.owes_blinds": "{player} posts the blinds missed at table {table}, seat {seat}",
    "seat.owes_nothing": "{player} owes no blind at table {table}, seat {seat}",
    "table.broken": "broke table {table}",
    "table.reopened": "undid the break of table {table}",
    "table.final": "drew the final table: {players} players at table {table}",
    "table.designated": "designated table {table} with {seats} seats {place}",
    "table.withdrawn": "removed table {table}",
    "table.opened": "opened table {table}",
    "table.out_of_use": "took seats out of use at table {table}: {seats}",
    "table.waived": "let table {table} play on although it is short",
    "table.not_waived": "paused table {table} until players are moved there",
    "tables.order": "declared the order in which tables break: {order}",
    "seat.given": "seated {player} at table {table}, seat {seat}{drawn}",
    "seat.arrived": "{player} sits at table {table}, seat {seat} with {chips} chips{carried}",
    "seat.counted": "counted {chips} chips of {player} at table {table}, seat {seat}",
    "seat.arrived_with": "{player} came to table {table}, seat {seat} with {chips} chips; "
    "{sent} were sent",
    "seat.turned_back": "undid the move of {player}: back to {place}",
    "seat.locked": "locked {player} in {place}: {reason}",
    "seat.unlocked": "unlocked the seat of {player}",
    "seats.kept_apart": "kept {players} apart: {reason}",
    "seats.together": "lifted: {players} may share a table",
    "seats.put_right": "swapped the seats of {players}: each keeps the chips they have",
    "seats.check_asked": "asked every table to confirm its seats",
    "seats.confirmed": "table {table} confirms {players} players",
    "seats.check_dropped": "cancelled the seat check",
    "money.reached": "announced that the {players} players left are in the money",
    "bust.undone": "{player} is back in at table {table}: {because}",
    "bust.taken_back": "undid the bust of {player}: {reason}; {chips} chips, {place}",
    "hand.ended": "hand {hand} at table {table} ended, pot {pot}",
    "penalty.given": "penalised {player} at table {table}: {penalty}, for {reason} ({clause})",
    "penalty.served": "{player} has served the penalty: {penalty}",
    "penalty.lifted": "lifted the penalty of {player} ({penalty}): {reason}",
    "penalties.chosen": "set the penalties in use: {words}",
    "time.called": "called time at table {table} on seat {seat}: {seconds} seconds ({clause})",
    "time.expired": "time was up at table {table}, hand {hand}: {ruling}{chosen}{cited}",
    "time_bank.used": "{player} used a time bank of {seconds} seconds at table {table}, "
    "hand {hand}; {left} left",
    "shot_clock.chosen": "set the shot clock: {words}",
    "hand.ruled": "ruled at table {table}, hand {hand}: {ruling}{chosen}{cited}",
    "hand.taken_back": "undid {steps} steps of hand {hand} at table {table}, "
    "from “{first}” on: {reason}",
    "hand.retracted": "undid the last step at table {table}, hand {hand}",
    "entry.bust": "{player} went out in hand {hand} at table {table}",
    "entry.lost_all": "{player} lost the last chip in hand {hand} at table {table}; may rebuy",
    "entry.bought": "sold {player} {amount} chips: {what}",
    "chips.given": "gave {players} players at {where} {amount} chips each",
    "rebuy.asked": "asked the desk for a rebuy for {player} at table {table}",
    "rebuy.dropped": "cancelled the rebuy request of {player}",
    "entry.out": "{player} is out, as the state sheet says",
    "entry.eliminated": "{player} went out in the elimination round at table {table}, hand {hand}",
    "rounds.planned": "set the bonus rounds: {words}",
    "rounds.called": "called for the next hand at table {table}: {what}",
    "elimination.drawn": "cards drawn for the elimination at table {table}: {words}",
    "elimination.done": "carried out the elimination round at table {table}: {player} is out, "
    "{chips} chips shared: {words}",
    "elimination.undone": "undid the elimination at table {table}",
    "hand_for_hand.begun": "began hand-for-hand, {minutes} min for each hand",
    "hand_for_hand.played": "all tables have played hand {hands} of hand-for-hand",
    "hand_for_hand.turned_up": "let table {table} turn up the all-in hands of hand {hand}",
    "hand_for_hand.ended": "ended hand-for-hand after {hands} hands",
    "hand_for_hand.end_taken_back": "undid the end of hand-for-hand, after {hands} hands",
    "last_hands.announced": "announced the last hands: {hands} more at every table",
    "last_hands.withdrawn": "cancelled the last hands: play continues",
    "absence.forfeited": "{player} was away too long: {chips} chips at table {table} are shared, "
    "{to_bank} go to the bank",
    "entry.let_go": "let {player} withdraw with {chips} chips, out of play: {grounds} ({clause})",
    "entry.withdrew": "{player} is out at table {table}, withdrawn after hand {hand}",
    "entry.forfeited": "{player} is out at table {table}, away after hand {hand}",
    "placing.decided": "decided tied places: {words} ({clause})",
    "busts.simultaneous": "marked {players} as out together: {reason} ({clause})",
    "busts.one_after_another": "undid “out together” for {players}",
    "placing.withdrawn": "undid the decision on tied places: {words}",
    "entry.raced_out": "{player} was raced out at table {table}, after hand {hand}",
    "race_off.done": "raced off the {chip} chip at table {table}: {words}; "
    "{before} chips before, {after} after",
    "race_off.confirmed": "confirmed the race-off at table {table}: {counted} chips of {chip} "
    "are out of play",
    "race_off.undone": "undid the race-off of the {chip} chip at table {table}",
    "money.sales": "set what is sold during play: {words}",
    "money.prices": "set the prices: {words}",
    "money.counted": "counted the drawer of {cashier}: {counted}, the ledger has {expected}",
    "proceeds.purpose": "named {organisation} and its purposes: {purposes}{guarantee}",
    "prizes.written": "wrote the prize list, {how}; places paid: {places}",
    "prizes.approved": "marked the prize list as approved",
    "prizes.amended": "changed the approved prize list by addendum {number}: {before}; now {after}",
    "prizes.published": "published the prizes: {pool}; places paid: {places}",
    "prizes.unpublished": "unpublished the prizes: {reason}",
    "placing.confirmed": "confirmed the places of {players} players",
    "placing.unconfirmed": "undid the confirmation of the places: {reason}",
    "placing.ineligible": "found {player} ineligible: {reason}{crown}",
    "placing.eligible": "restored the eligibility of {player}",
    "deal.proposed": "proposed a deal {method}: {words}; {kept} left to play for",
    "deal.answered": "{player} said {answer} to the deal{result}",
    "deal.withdrawn": "cancelled the deal: {reason}",
    "prize.paid": "paid {player} {prize} by {method} to {receiver}, receipt {receipt}",
    "prize.taken_back": "undid the payout to {player}, receipt {receipt}: {reason} "
    "({before}, now {after})",
    "donations.fixed": "set the donations of the winning places: {words}",
    "charity.listed": "added the charity {charity}{involvement}",
    "donation.chosen": "{player} chose {charity} for the donation of {amount}",
    "clubs.assigned": "set the clubs: {words}",
    "sale.taken_back": "undid the sale of {amount} chips to {player}: {reason}",
    "money.posted": "posted no. {number}, {what}: {words}",
    "race_off.chosen": "set the race-off method: {method}, rounding {rounding}",
    "cards.done": "{words}{where}",
    "cards.chosen": "set the deck steps: {words}",
    "count.opened": "opened a chip count at {where}: {because}",
    "count.entered": "counted the chips at table {table}: {counted}, the ledger has {recorded}",
    "count.explained": "explained the difference of {player} ({difference}): {why}{corrected}",
    "count.closed": "closed the chip count: {words}",
    "count.called_off": "cancelled the chip count",
    "chips.pocketed": "took {chips} chips of {player} out of play: {why} ({clause})",
    "chips.found": "returned {chips} found chips to stock: {place}",
    "bags.begun": "ended the session, chips are bagged: {because}",
    "bags.ended": "{words}: play may continue",
    "bag.sealed": "sealed bag {seal} of {player}: {chips} chips",
    "bag.discarded": "reopened bag {seal} of {player} to reseal it",
    "bag.confirmed": "confirmed bag {seal} of {player}",
    "bag.opened": "opened bag {seal} of {player}: {found} chips, {counted} went in",
    "bag.explained": "explained the difference in bag {seal} of {player}: {why}{corrected}",
    "depth.chosen": "records {what} at {where}",
    "stacks.entered": "entered the stacks at table {table}: {words}",
    "entry.counted_out": "{player} went out at table {table}, after hand {hand}, by the count",
    "duty.given": "{user} deals at table {table}",
    "duty.ended": "{user} no longer deals at table {table}",
    "duty.manages": "{user} manages table {table}",
    "duty.managed": "{user} no longer manages table {table}",
    "checks.overruled": "started although the checklist says: {words}",
    "device.code_made": "made a pairing code for {target}",
    "device.paired": "paired: {target}",
    "device.revoked": "unpaired device {device}",
    "links.given": "created {count} personal links and saw them: {names}",
    "link.renewed": "made a new personal link of {player} and saw it",
    "link.revoked": "removed the personal link of {player}",
    "move.seen": "{player} has seen the move",
    "device.rotates": "device {device} now rotates {words}",
    "table.noticed": "gave table {table} notice: it closes in {minutes} min",
    "table.last_hands": "announced the last {hands} hands of table {table}: then it closes",
    "table.emergency": "closed table {table} without notice: {emergency} (adelaide:80)",
    "table.notice_withdrawn": "cancelled the notice to table {table}",
    "table.delayed": "delayed table {table} for the public by {minutes} min",
    "announcement.made": "announced on {where} for {minutes} min: {text}",
    "announcement.withdrawn": "withdrew the announcement: {text}",
    "device.shows": "device {device} now shows {target}",
    "floor.called": "called the floor to table {table}: {reason}",
    "floor.called_off": "took back the call at table {table}: {reason}",
    "floor.answered": "answered the call at table {table}: {ruling}",
    "staff.appointed": "appointed {user} as {role}",
    "staff.dismissed": "removed {user} as {role}",
    "staff.password": "gave {user} a new one-time password",
    "staff.came": "checked {person}, {title}, in",
    "staff.left": "checked {person}, {title}, out",
    "incident.opened": "recorded {kind} {number}{where}: {facts}",
    "incident.decided": "{title} decided on incident {number}: {words} ({source})",
    "incident.reported": "reported incident {number} to the regulator",
    "incident.closed": "closed incident {number}",
    "setup.changed": "changed the setup: {words}",
    "setup.altered": "changed the event: {words}, because: {reason}",
    "setup.preset_taken": "restarted the setup from the preset {preset}",
    "setup.file_taken": "imported the setup from a file, on the preset {preset}",
    "licence.recorded": "recorded licence {number} of {holder}",
    "licence.state": "regulator's decision on the licence: {state}, {reason}",
    "licence.change_asked": "requested a change of the licence: {words}",
    "licence.changed": "activated addendum {number}: {words}",
    "licence.permit": "recorded the liquor permit {number}",
    "advert.logged": "logged an advert in {outlet}, {place}, on {day}",
    "document.outdated": "changed the posted structure: it must be posted again",
    "document.posted": "posted in public view: {words}",
    "document.taken_down": "took down: {words}",
    "conditions.written": "saved the terms of entry, version {version}; "
    "written acceptance {acceptance}",
    "conditions.frozen": "froze rulebook and terms of entry at the first hand, "
    "version {version}: {why}",
    "conditions.amended": "amended the terms ({words}): {why}",
    "conditions.accepted": "{player} agreed to the terms, version {version}",
    "staff.declared": "recorded a conflict of interest of {person}: {conflict}; not as {roles}",
    "staff.attested": "recorded a declaration of {person}: {words}",
    "tournament.duplicated": "created the tournament as a copy of {origin}",
    "schedule.changed": "changed the schedule: {levels} levels, {minutes} minutes with breaks",
    "house_rules.chosen": "set the house rules: {became} (before: {was})",
    "schedule.template_dropped": "deleted the template {template}",
    "schedule.kept_as_template": "saved the schedule as the template {template}",
    "clock.arm": "armed the clock: {became}",
    "clock.start": "started the clock: {became}",
    "clock.pause": "paused the clock{about}: {was}, now {became}",
    "clock.hold": "paused the clock until the dispute is decided: {was}, now {became}",
    "clock.release": "the dispute is decided: {was}, now {became}",
    "clock.resume": "resumed the clock: {was}, now {became}",
    "clock.next": "went to the next level: {was}, now {became}",
    "clock.previous": "went back a level: {was}, now {became}",
    "clock.add": "added {minutes} min: {was}, now {became}",
    "clock.take": "removed {minutes} min: {was}, now {became}",
    "clock.break": "called a break{about}: {was}, now {became}",
    "clock.back": "ended the break: {was}, now {became}",
    "clock.finish_at": "set the finishing time{about}: {became}",
    "clock.play_for": "set the length of play{about}: {became}",
    "clock.no_finish": "removed the finishing time: {became}",
    "clock.last_hand": "ended play after the hands in progress{about}: {was}",
    "clock.play_on": "resumed play after all: {was}, now {became}",
    "clock.hand_for_hand": "paused the clock for hand-for-hand: {was}",
    "clock.take_hand": "one hand at every table: {was}, now {became}",
    "clock.delegated": "made table {table} the timekeeping table (fours:td-2)",
    "clock.not_delegated": "table {table} no longer keeps the time",
    "clock.undo": "undid the last clock command ({undone}): {was}, now {became}",
    "clock.stand_at": "set the clock from a state sheet: {became}",
    "clock.finish": "stopped the clock for good: {was}",
    "clock.reopen": "reopened the clock: {became}",
    "clock.sounds": "set the sounds of the clock: {became} (before: {was})",
    "clock.level_started": "{became} began, after {was}",
    "clock.break_started": "the {became} began, after {was}",
    "clock.last_level_stayed": "{became} stays, after {was}",
    "clock.race_off_fell_due": "race-off of the {chip} chip fell due after {became}",
    "clock.race_off_closed": "race-off of the {chip} chip after {became} is not due after all",
    "clock.window_opened": "{what}: on sale from now on, in {became}",
    "clock.window_closed": "{what}: no longer on sale, in {became}",
    "clock.play_resumed": "play resumed at {became}",
    "clock.play_stopped": "play stopped at {became}: {reason}",
    "clock.time_changed": "time changed by {minutes} minutes at {became}",
    "clock.play_finished": "play ended at {became}: {reason}",
}


def newest_first(tournament_id: int) -> QuerySet[JournalEntry]:
    """The journal, the newest entry first."""
    return JournalEntry.objects.filter(tournament_id=tournament_id).order_by("-sequence")


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    """One line of the journal page."""

    sequence: int
    at: datetime
    by: str
    name: str
    sentence: str
    hash: str


def row(entry: JournalEntry) -> JournalRow:
    """One line of the journal page."""
    return JournalRow(
        sequence=entry.sequence,
        at=entry.at,
        by=entry.by,
        name=entry.name,
        sentence=_sentence(entry),
        hash=entry.hash[:12],
    )


def _sentence(entry: JournalEntry) -> str:
    """What was done; a reason that nobody gave leaves no colon behind."""
    said = SENTENCES[entry.name].format(**_in_words(entry.data)).removesuffix(": ")
    return citing.in_words(said)


def _in_words(data: dict[str, Any]) -> dict[str, Any]:
    """As people say it: a press by its button's words, a hand by its number in the session."""
    said = dict(data)
    if "undone" in data:
        said["undone"] = clock_queries.move_words(data["undone"])
    if isinstance(data.get("hand"), int):
        said["hand"] = numbers.as_shown(data["hand"])
    return said


def first_broken_link(tournament_id: int) -> int | None:
    """The first line that was altered, is missing, or whose ledger rows are; None when whole."""
    broken = chain.first_break(tournament_id)
    return broken.line if broken else None
