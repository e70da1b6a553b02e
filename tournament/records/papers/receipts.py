"""Prize receipts on paper: what was handed over to whom, with the signature as it was drawn."""

import re
from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from engine.amounts import dollars, moment
from tournament.house.queries.house import Letterhead
from tournament.models import Payout, Tournament
from tournament.prizes.queries.prize_page import signed
from tournament.records.papers import faces, marks
from tournament.records.papers.faces import FONT
from tournament.records.papers.pdf_file import GREY

LEFT, TOP, HEIGHT, GAP = 18, 16, 84, 6
PER_PAGE, CODE = 3, 18
PAD_WIDTH, PAD_HEIGHT = 600, 160  # what the pad on the screen counts in
INK_WIDTH = 75.0
STROKE = re.compile(r"([ML])\s*(-?[\d.]+)[ ,]+(-?[\d.]+)")


class ReceiptPaper(FPDF):
    """A4 upright, three receipts to a page."""

    def __init__(self, title: str, now: datetime) -> None:
        super().__init__(format="A4")
        faces.put_on(self)
        self.set_auto_page_break(False)
        self.set_margin(LEFT)
        self.set_title(title)
        self.set_creation_date(now)
        self.set_creator("Shuffle Up")


def write(
    tournament: Tournament, payouts: Sequence[Payout], *, head: Letterhead, now: datetime
) -> bytes:
    """These receipts, in the order they were given."""
    paper = ReceiptPaper(f"Prize receipts, {tournament.name}", now)
    for index, payout in enumerate(payouts):
        if index % PER_PAGE == 0:
            paper.add_page()
        y = TOP + (index % PER_PAGE) * (HEIGHT + GAP)
        paper.set_draw_color(GREY)
        paper.rect(LEFT, y, paper.epw, HEIGHT)
        _head(paper, payout, f"{head.name} \u00b7 {tournament.name}", y)
        marks.put_logo(paper, head.logo, LEFT + 5, y + HEIGHT - 13, height=9)
        path = reverse("payout-receipt", args=[tournament.code, payout.pk])
        if address := head.live(path):
            across = LEFT + paper.epw - CODE - 5
            marks.put_code(paper, address, across, y + HEIGHT - CODE - 4, size=CODE)
        _lines(paper, payout, y + 24)
        _signed(paper, payout, y + 24)
    return bytes(paper.output())


def _head(paper: ReceiptPaper, payout: Payout, where: str, y: float) -> None:
    paper.set_xy(LEFT + 5, y + 4)
    paper.set_font(FONT, "B", 15)
    paper.cell(90, 8, "Prize receipt")
    paper.cell(paper.epw - 100, 8, f"No. {payout.number}", align="R")
    paper.set_xy(LEFT + 5, y + 12)
    paper.set_font(FONT, "", 9)
    paper.set_text_color(GREY)
    paper.cell(0, 5, where)
    paper.set_text_color(0)


def _lines(paper: ReceiptPaper, payout: Payout, y: float) -> None:
    due = payout.due
    prize = f"{due.item} ({dollars(due.value)})" if due.item else dollars(due.amount)
    given = moment(timezone.localtime(payout.at))
    told = [
        ("Place", str(due.place)),
        ("Player", due.entry.name),
        ("Received by", payout.receiver),
        ("Received", prize),
        ("Handed over as", "the thing itself" if due.item else payout.method),
        ("When, by", f"{given}, {payout.by}"),
    ]
    if payout.withdrawn_at is not None:
        told.append(("Taken back", payout.withdrawn_because))
    for label, words in told:
        paper.set_xy(LEFT + 5, y)
        paper.set_font(FONT, "", 10)
        paper.set_text_color(GREY)
        paper.cell(30, 6, label)
        paper.set_text_color(0)
        paper.multi_cell(52, 6, words, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        y = paper.get_y()


def _signed(paper: ReceiptPaper, payout: Payout, y: float) -> None:
    """The line to sign on, with what was drawn on the screen above it."""
    x = LEFT + paper.epw - INK_WIDTH - 6
    scale = INK_WIDTH / PAD_WIDTH
    line = y + PAD_HEIGHT * scale + 4
    last: tuple[float, float] | None = None
    paper.set_draw_color(0)
    paper.set_line_width(0.5)
    for move, across, down in STROKE.findall(payout.signature):
        point = (x + float(across) * scale, y + float(down) * scale)
        if move == "L" and last is not None:
            paper.line(*last, *point)
        last = point
    paper.set_line_width(0.2)
    paper.line(x, line, x + INK_WIDTH, line)
    paper.set_xy(x, line + 1)
    paper.set_font(FONT, "", 9)
    kept = ", kept by the house" if payout.is_on_paper and not payout.signature else ""
    paper.cell(INK_WIDTH, 5, f"{payout.receiver}, {signed(payout)}{kept}")
