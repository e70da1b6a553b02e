"""A report on paper: A4, black on white, numbers to the right, room for signatures."""

from collections.abc import Sequence

from django.utils import timezone
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, WrapMode, XPos, YPos
from fpdf.fonts import FontFace
from fpdf.util import Padding

from engine.amounts import moment
from engine.rulebooks.citing import cite
from tournament.house.queries.house import Letterhead
from tournament.records.papers import faces, marks
from tournament.records.papers.faces import FONT, Letters
from tournament.records.queries.report import Column, Fact, Kind, Report, Sheet

KIND = "application/pdf"
GREY, LINE = 110, 190
LINE_HEIGHT, LETTER = 5, 1.75  # of a table, in millimetres
MOST_LETTERS = 46  # of a column, before its text is broken
WIDE_FROM = 7  # tables with so many columns are printed across
LOGO, CODE, ANCHOR = 9.0, 22.0, 34.0  # millimetres high


class Paper(FPDF):
    """Pages with the house and the event on top, and the page's number below."""

    def __init__(
        self,
        *,
        head: Letterhead,
        report: Report,
        is_wide: bool = False,
        letters: Letters = Letters.ALL,
    ) -> None:
        super().__init__(orientation="landscape" if is_wide else "portrait", format="A4")
        self.head, self.report = head, report
        faces.put_on(self, letters)
        self.set_margin(18)
        self.set_auto_page_break(True, margin=22)
        self.set_title(report.title)
        self.set_creation_date(report.made_at)
        self.set_creator("Shuffle Up")
        self.set_font(FONT, size=10)

    def header(self) -> None:
        top = self.get_y()
        logo = marks.put_logo(self, self.head.logo, self.l_margin, top, height=LOGO)
        self.set_xy(self.l_margin + (logo + 3 if logo else 0), top + (LOGO - 6 if logo else 0))
        self.set_font(FONT, "B", 11)
        self.cell(self.epw / 2 - logo, 6, self.head.name)
        self.set_x(self.l_margin + self.epw / 2)
        self.set_font(FONT, "", 9)
        self.set_text_color(GREY)
        event = self.report.event
        self.cell(self.epw / 2, 6, event, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_draw_color(GREY)
        self.line(self.l_margin, self.get_y() + 1, self.l_margin + self.epw, self.get_y() + 1)
        self.set_text_color(0)
        self.ln(6)

    def leads_to(self, address: str) -> float:
        """A code in the corner that leads to the same thing, live; the room that it leaves."""
        if not address:
            return float(self.epw)
        marks.put_code(self, address, self.l_margin + self.epw - CODE, self.get_y(), size=CODE)
        return float(self.epw) - CODE - 6

    def footer(self) -> None:
        self.set_y(-16)
        self.set_font(FONT, "", 8)
        self.set_text_color(GREY)
        made = moment(timezone.localtime(self.report.made_at))
        self.cell(self.epw / 2, 5, f"Drawn up {made}")
        self.cell(self.epw / 2, 5, f"Page {self.page_no()} of {{nb}}", align="R")
        self.set_text_color(0)


def write(report: Report, *, head: Letterhead, path: str = "") -> bytes:
    """The whole report; set anew with every letter there is where the everyday ones fall short."""
    paper = _composed(report, head, path, Letters.EVERYDAY)
    if faces.lacks_letters(paper):
        paper = _composed(report, head, path, Letters.ALL)
    return bytes(paper.output())


def _composed(report: Report, head: Letterhead, path: str, letters: Letters) -> Paper:
    is_wide = any(len(sheet.columns) >= WIDE_FROM for sheet in report.sheets)
    paper = Paper(head=head, report=report, is_wide=is_wide, letters=letters)
    paper.add_page()
    top, room = paper.get_y(), paper.leads_to(head.live(path))
    paper.set_font(FONT, "B", 20)
    paper.multi_cell(room, 10, report.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    paper.ln(2)
    for warning in report.warnings:
        paper.set_font(FONT, "B", 10)
        paper.multi_cell(room, 6, f"Note: {warning}", border=1, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        paper.ln(2)
    _facts(paper, report.facts, room)
    paper.set_y(max(paper.get_y(), top + (CODE + 4 if room < paper.epw else 0)))
    for sheet in report.sheets:
        _table(paper, sheet)
    if report.note:
        paper.set_font(FONT, "", 9)
        paper.multi_cell(0, 5, report.note, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    _anchor(paper, report, head.live(report.anchor))
    signature_lines(paper, report.signatures)
    return paper


def _anchor(paper: Paper, report: Report, address: str) -> None:
    """Where the records stood, signed: whoever keeps this paper can hold them to it."""
    if not report.anchor:
        return
    if paper.will_page_break(ANCHOR + 6):
        paper.add_page()
    top, room = paper.get_y() + 2, float(paper.epw) - ANCHOR - 4
    marks.put_code(paper, address or report.head, paper.l_margin, top, size=ANCHOR)
    paper.set_font(FONT, "", 7)
    paper.set_xy(paper.l_margin + ANCHOR + 4, top)
    words = f"Signed head of the records: {report.head}"
    paper.multi_cell(room, 3.5, words, align="L", wrapmode=WrapMode.CHAR)
    paper.set_xy(paper.l_margin, top + ANCHOR + 4)


def _facts(paper: Paper, facts: Sequence[Fact], room: float) -> None:
    paper.set_font(FONT, "", 10)
    for fact in facts:
        label = f"{fact.label}" + (f" ({cite(fact.clause)})" if fact.clause else "")
        paper.set_text_color(GREY)
        paper.multi_cell(72, 6, label, new_x=XPos.RIGHT, new_y=YPos.TOP, align="L")
        paper.set_text_color(0)
        paper.multi_cell(room - 72, 6, fact.text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align="L")
    if facts:
        paper.ln(4)


def _table(paper: Paper, sheet: Sheet) -> None:
    if paper.will_page_break(30 + _first_row(paper, sheet)):
        paper.add_page()
    if sheet.title:
        paper.set_font(FONT, "B", 12)
        paper.cell(0, 8, sheet.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    paper.set_font(FONT, "", 9)
    if not sheet.rows:
        paper.multi_cell(0, 6, sheet.empty, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        paper.ln(4)
        return
    bold = FontFace(emphasis="BOLD")
    paper.set_draw_color(LINE)
    with paper.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        col_widths=_widths(sheet, paper.epw),
        text_align=tuple("RIGHT" if column.is_number else "LEFT" for column in sheet.columns),
        headings_style=bold,
        line_height=LINE_HEIGHT,
        padding=Padding(top=1, right=2, bottom=1, left=2),
        width=int(paper.epw),
    ) as table:
        table.row([column.title for column in sheet.columns])
        for row in sheet.texts:
            table.row([words for words, _ in row])
        if sheet.totals:
            table.row([words for words, _ in sheet.total_texts], style=bold)
    paper.ln(5)


def _first_row(paper: Paper, sheet: Sheet) -> float:
    """How high the first row stands, so that no title is left behind alone."""
    if not sheet.rows:
        return LINE_HEIGHT
    widths = _widths(sheet, paper.epw)
    part = paper.epw / sum(widths)
    paper.set_font(FONT, "", 9)
    lines = [
        len(paper.multi_cell(width * part - 4, LINE_HEIGHT, words, dry_run=True, output="LINES"))
        for width, (words, _) in zip(widths, sheet.texts[0], strict=True)
    ]
    return max(lines) * LINE_HEIGHT


def _widths(sheet: Sheet, room: float) -> tuple[int, ...]:
    """In letters: to each its longest word, and of the room left what its longest text wants."""
    columns = [
        [column.title, *(row[number][0] for row in (*sheet.texts, sheet.total_texts) if row)]
        for number, column in enumerate(sheet.columns)
    ]
    least = [
        max(len(word) for text in cells for word in _unbroken(text, column)) + 3
        for cells, column in zip(columns, sheet.columns, strict=True)
    ]
    most = [min(MOST_LETTERS, max(map(len, cells)) + 3) for cells in columns]
    wants = [max(0, more - word) for more, word in zip(most, least, strict=True)]
    left = max(0.0, min(room / LETTER - sum(least), sum(wants)))
    share = left / sum(wants) if sum(wants) else 0
    return tuple(round(word + want * share) for word, want in zip(least, wants, strict=True))


def _unbroken(text: str, column: Column) -> list[str]:
    """What stays on one line: a word, a moment."""
    return [text] if column.kind is Kind.MOMENT else text.split(" ")


def signature_lines(paper: Paper, names: Sequence[str]) -> None:
    """A line to sign on and one for the date, for each of these."""
    for name in names:
        if paper.will_page_break(22):
            paper.add_page()
        paper.ln(14)
        y = paper.get_y()
        paper.set_draw_color(0)
        paper.line(paper.l_margin, y, paper.l_margin + 80, y)
        paper.line(paper.l_margin + 92, y, paper.l_margin + 140, y)
        paper.set_font(FONT, "", 9)
        paper.cell(92, 6, name)
        paper.cell(40, 6, "Date", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
