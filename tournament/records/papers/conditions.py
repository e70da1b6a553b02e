"""The conditions to be posted: type that is read standing, and a code to the live page."""

from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from fpdf.enums import XPos, YPos

from engine.amounts import moment
from engine.rulebooks.citing import cite
from tournament.house.queries.house import Letterhead
from tournament.models import Tournament
from tournament.records.papers.faces import FONT
from tournament.records.papers.pdf_file import CODE, GREY, Paper, signature_lines
from tournament.records.queries.report import Report
from tournament.records.queries.reports.common import event
from tournament.setup.queries import conditions as queries
from tournament.setup.queries.kept_conditions import AmendedWords


def write(tournament: Tournament, *, head: Letterhead, now: datetime) -> bytes:
    """Every item as a paragraph; where entrants agree in writing, a line to sign on.

    From the first hand on as it stood then, each amendment below its item.
    """
    sheet = queries.sheet(tournament)
    report = Report("conditions", "Terms of entry", event(tournament), now)
    paper = Paper(head=head, report=report)
    paper.add_page()
    top = paper.get_y()
    room = paper.leads_to(head.live(reverse("public-conditions", args=[tournament.code])))
    paper.set_font(FONT, "B", 24)
    paper.multi_cell(room, 11, report.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    paper.set_font(FONT, "", 11)
    paper.set_text_color(GREY)
    said = f"{tournament.name} \u00b7 {sheet.book_name} \u00b7 version {sheet.version or 1}"
    if kept := sheet.kept:
        said += f" \u00b7 as at the first hand, {_moment(kept.at)}. {kept.why}".rstrip(". ")
    paper.multi_cell(room, 6, said, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    paper.set_text_color(0)
    paper.set_y(max(paper.get_y() + 5, top + (CODE + 4 if room < paper.epw else 0)))
    for item in sheet.items:
        _item(paper, item.label, item.words, item.clause, item.amended)
    if sheet.extra or sheet.extra_amended:
        _item(paper, "Also", sheet.extra, "", sheet.extra_amended)
    for answer in sheet.rules_amended:
        _item(paper, answer.label, answer.words, "", answer.amended)
    if sheet.asks_acceptance:
        signature_lines(paper, ("I have read the rules and terms of entry and agree",))
    return bytes(paper.output())


def _moment(at: datetime) -> str:
    return moment(timezone.localtime(at))


def _item(paper: Paper, label: str, words: str, clause: str, amended: list[AmendedWords]) -> None:
    if paper.will_page_break(20):
        paper.add_page()
    paper.set_font(FONT, "B", 12)
    paper.write(6, label)
    if clause:
        paper.set_font(FONT, "", 9)
        paper.set_text_color(GREY)
        paper.write(6, f"   {cite(clause)}")
        paper.set_text_color(0)
    paper.ln(6)
    paper.set_font(FONT, "", 12)
    _paragraph(paper, words)
    paper.set_font(FONT, "", 10)
    for one in amended:
        said = f"Amended {_moment(one.at)} by {one.by}: {one.why}"
        _paragraph(paper, f"{said}\nBefore: {one.was}", height=5)
    paper.ln(3)


def _paragraph(paper: Paper, words: str, height: int = 6) -> None:
    whole = words.replace(" / ", "\u00a0/\u00a0")  # a level's blinds stay on one line
    paper.multi_cell(0, height, whole, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
