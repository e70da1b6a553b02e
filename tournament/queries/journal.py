"""The journal as the inspector reads it, and whether its chain is whole."""

from typing import Any

from django.db.models import QuerySet

from tournament.models import JournalEntry
from tournament.queries import chain

SENTENCES = {
    "tournament.created": "created the tournament from the preset {preset}",
    "tournament.finished": "declared the tournament finished: {winner} wins",
    "tournament.announced": "announced: {text}",
    "tournament.started": "started play with {players} players",
    "tournament.cancelled": "cancelled the tournament",
    "entry.registered": "registered {player} as entry {entry} with {stack} chips",
    "entry.withdrawn": "took back entry {entry}",
    "entry.rebought": "sold {player} a rebuy of {amount} chips",
    "entry.declined_rebuy": "{player} does not rebuy and is out",
    "tournament.reopened": "reopened the tournament",
    "seats.drawn": "drew seats for {players} players at {tables} tables, draw {draw}",
    "seats.cleared": "took the seat draw back",
    "seat.moved": "moved {player} from {origin} to {place}: {reason}",
    "seat.absent": "{player} is away from table {table}, seat {seat}",
    "seat.back": "{player} is back at table {table}, seat {seat}",
    "table.broken": "broke table {table}",
    "hand.ended": "hand {hand} at table {table} ended, pot {pot}",
    "penalty.given": "penalised {player} at table {table}: {penalty}, for {reason} ({clause})",
    "time.called": "called time at table {table} on seat {seat}: {seconds} seconds ({clause})",
    "hand.ruled": "ruled at table {table}, hand {hand}: {ruling}{chosen}{cited}",
    "hand.retracted": "took back the last step at table {table}, hand {hand}",
    "entry.bust": "{player} went out in hand {hand} at table {table}",
    "entry.bought": "sold {player} {amount} chips: {what}",
    "chips.given": "gave {players} players at {where} {amount} chips each",
    "rebuy.asked": "asked the desk for a rebuy for {player} at table {table}",
    "rebuy.dropped": "{player} does not want the rebuy after all",
    "entry.eliminated": "{player} went out in the elimination round at table {table}, hand {hand}",
    "rounds.planned": "fixed the bonus rounds: {words}",
    "rounds.called": "called at table {table} for the next hand: {what}",
    "elimination.drawn": "cards drawn for the elimination at table {table}: {words}",
    "elimination.done": "carried the elimination round at table {table} out: {player} goes, "
    "{chips} chips shared: {words}",
    "elimination.undone": "took the elimination at table {table} back",
    "hand_for_hand.begun": "began hand-for-hand, {minutes} min for each hand",
    "hand_for_hand.played": "all tables have played hand {hands} of hand-for-hand",
    "hand_for_hand.ended": "ended hand-for-hand after {hands} hands",
    "absence.forfeited": "{player} was away too long: {chips} chips at table {table} are shared, "
    "{to_bank} go to the bank",
    "entry.forfeited": "{player} is out at table {table}, away after hand {hand}",
    "placing.decided": "decided tied places: {words} ({clause})",
    "placing.withdrawn": "took the decision of tied places back: {words}",
    "entry.raced_out": "{player} was raced out at table {table}, after hand {hand}",
    "race_off.done": "raced off the {chip} chip at table {table}: {words}; "
    "{before} chips before, {after} after",
    "race_off.undone": "took the race-off of the {chip} chip at table {table} back",
    "money.posted": "posted no. {number}, {what}: {words}",
    "race_off.chosen": "chose how chips are raced off: {method}, rounding {rounding}",
    "device.code_made": "made a pairing code for {target}",
    "device.paired": "paired: {target}",
    "device.revoked": "let device {device} go",
    "device.shows": "device {device} now shows {target}",
    "floor.called": "called the floor to table {table}: {reason}",
    "floor.answered": "answered the call at table {table}: {ruling}",
    "staff.appointed": "appointed {user} as {role}",
    "staff.dismissed": "took the role {role} from {user}",
    "tournament.duplicated": "made the tournament as a copy of {origin}",
    "schedule.changed": "changed the schedule: {levels} levels, {minutes} minutes with breaks",
    "schedule.kept_as_template": "kept the schedule as the template {template}",
    "clock.start": "started the clock: {became}",
    "clock.pause": "stopped the clock{about}: {was}, now {became}",
    "clock.resume": "let the clock go on: {was}, now {became}",
    "clock.next": "went to the next level: {was}, now {became}",
    "clock.previous": "went back a level: {was}, now {became}",
    "clock.add": "added {minutes} min: {was}, now {became}",
    "clock.take": "took {minutes} min off: {was}, now {became}",
    "clock.break": "called a break{about}: {was}, now {became}",
    "clock.back": "ended the break: {was}, now {became}",
    "clock.finish_at": "set the finishing time{about}: {became}",
    "clock.play_for": "set how long is played{about}: {became}",
    "clock.no_finish": "let play go on to the last player: {became}",
    "clock.last_hand": "ended play after the hands in progress{about}: {was}",
    "clock.play_on": "let play go on after all: {was}, now {became}",
    "clock.hand_for_hand": "stopped the clock for hand-for-hand: {was}",
    "clock.take_hand": "one hand at every table: {was}, now {became}",
    "clock.undo": "took back what was said last to the clock ({undone}): {was}, now {became}",
    "clock.finish": "stopped the clock for good: {was}",
    "clock.reopen": "reopened the clock: {became}",
    "clock.sounds": "chose the sounds of the clock: {became} (before: {was})",
    "clock.level_started": "{became} began, after {was}",
    "clock.break_started": "the {became} began, after {was}",
    "clock.last_level_stayed": "{became} stays, after {was}",
    "clock.race_off_fell_due": "race-off of the {chip} chip fell due after {became}",
    "clock.rebuys_ended": "rebuys ended with {became}",
    "clock.top_up_opened": "top-up opened after {became}",
    "clock.play_resumed": "play went on at {became}",
    "clock.play_stopped": "play stopped at {became}: {reason}",
    "clock.time_changed": "time changed by {minutes} minutes at {became}",
    "clock.play_finished": "play ended at {became}: {reason}",
}


def newest_first(tournament_id: int) -> QuerySet[JournalEntry]:
    """The journal, the newest entry first."""
    return JournalEntry.objects.filter(tournament_id=tournament_id).order_by("-sequence")


def row(entry: JournalEntry) -> dict[str, Any]:
    """One line of the journal page."""
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "by": entry.by,
        "name": entry.name,
        "sentence": SENTENCES[entry.name].format(**entry.data),
        "hash": entry.hash[:12],
    }


def first_broken_link(tournament_id: int) -> int | None:
    """The first line that was altered, is missing, or whose ledger rows are; None when whole."""
    broken = chain.first_break(tournament_id)
    return broken.line if broken else None
