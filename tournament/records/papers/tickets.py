"""Entry tickets on paper: the stub left, the player's part right, the same number on both."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from engine.amounts import dollars, hour
from tournament.house.queries.house import Letterhead
from tournament.models import Ticket, TicketSheet
from tournament.records.papers import faces, marks
from tournament.records.papers.faces import FONT
from tournament.records.papers.pdf_file import GREY

TOP, LEFT, HEIGHT, GAP = 12, 12, 64, 4
STUB, PART = 62, 124
PER_PAGE = 4


class TicketPaper(FPDF):
    """A4 upright, four tickets to a page."""

    def __init__(self, sheet: TicketSheet, head: Letterhead) -> None:
        super().__init__(format="A4")
        self.sheet, self.head = sheet, head
        faces.put_on(self)
        self.set_auto_page_break(False)
        self.set_margin(LEFT)
        self.set_title(f"Entry tickets, {sheet.tournament.name}")
        self.set_creation_date(sheet.at)
        self.set_creator("Shuffle Up")


def write(sheet: TicketSheet, tickets: Sequence[Ticket], *, head: Letterhead) -> bytes:
    """These tickets, cut lines between them."""
    paper = TicketPaper(sheet, head)
    for index, ticket in enumerate(tickets):
        if index % PER_PAGE == 0:
            paper.add_page()
        y = TOP + (index % PER_PAGE) * (HEIGHT + GAP)
        _stub(paper, ticket, y)
        _part(paper, ticket, LEFT + STUB, y)
    return bytes(paper.output())


def _stub(paper: TicketPaper, ticket: Ticket, y: float) -> None:
    """What the house keeps: the number, with the player's name and contact (igr:5.05(b))."""
    paper.rect(LEFT, y, STUB + PART, HEIGHT)
    paper.set_xy(LEFT + 4, y + 3)
    _say(paper, STUB - 8, f"Stub {ticket.number}", 15, is_strong=True)
    _say(paper, STUB - 8, paper.sheet.tournament.name, 9)
    _say(paper, STUB - 8, f"{paper.sheet.licensee}, licence {paper.sheet.licence_number}", 8)
    _say(paper, STUB - 8, f"Entry fee {dollars(paper.sheet.fee)}", 8)
    for label, value in (("Name", ticket.holder), ("Contact", ticket.contact)):
        paper.set_xy(LEFT + 4, y + (40 if label == "Name" else 51))
        paper.set_text_color(GREY)
        _say(paper, STUB - 8, label, 7)
        paper.set_text_color(0)
        paper.set_x(LEFT + 4)
        _say(paper, STUB - 8, value or " ", 9)
        paper.line(LEFT + 4, paper.get_y(), LEFT + STUB - 4, paper.get_y())


def _part(paper: TicketPaper, ticket: Ticket, x: float, y: float) -> None:
    """What the player keeps: every item of igr:5.05(a), the number, and a code for the door.

    The code leads a phone to the ticket's own page, and the desk's reader to its entry.
    """
    sheet, width = paper.sheet, PART - 40
    paper.set_dash_pattern(dash=1.5, gap=1.5)
    paper.line(x, y, x, y + HEIGHT)
    paper.set_dash_pattern()
    paper.set_left_margin(x + 5)
    paper.set_xy(x + 5, y + 3)
    _say(paper, width, f"Entry ticket {ticket.number}", 15, is_strong=True)
    _say(paper, width, sheet.tournament.name, 11, is_strong=True)
    at = timezone.localtime(sheet.starts_at)
    starts = f"{at:%A, %-d %B %Y}, {hour(at)}"
    for line in (
        f"{sheet.licensee}, licence {sheet.licence_number}",
        starts,
        sheet.place,
        f"Entry fee {dollars(sheet.fee)}",
        f"Prizes: {sheet.prizes}",
        f"Re-buy: {sheet.rebuy}",
        f"{sheet.for_sale} entry tickets for sale",
    ):
        _say(paper, width, line, 8)
    paper.set_left_margin(LEFT)
    _house(paper, x + 5, y + HEIGHT - 9)
    _code(paper, ticket, x + PART - 36, y + 6, 30)


def _house(paper: TicketPaper, x: float, y: float) -> None:
    logo = marks.put_logo(paper, paper.head.logo, x, y, height=6)
    paper.set_xy(x + (logo + 2 if logo else 0), y)
    paper.set_font(FONT, "B", 9)
    paper.cell(60, 6, paper.head.name)


def _code(paper: TicketPaper, ticket: Ticket, x: float, y: float, size: float) -> None:
    address = paper.head.live(reverse("my-ticket", args=[ticket.code]))
    marks.put_code(paper, address or ticket.code, x, y, size=size)
    paper.set_xy(x, y + size + 1)
    paper.set_font(FONT, "", 9)
    paper.cell(size, 5, ticket.code, align="C")
    paper.set_xy(x, y + size + 8)
    paper.set_font(FONT, "B", 15)
    paper.cell(size, 6, str(ticket.number), align="C")


def _say(
    paper: TicketPaper, width: float, words: str, size: int, *, is_strong: bool = False
) -> None:
    paper.set_font(FONT, "B" if is_strong else "", size)
    left = paper.get_x()
    paper.multi_cell(width, size * 0.47, words, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)
    paper.set_x(left)
