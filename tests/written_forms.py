"""Forms as a page shows them: every field as it stands, and what each select offers."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Choices = list[tuple[str, str]]
NOT_SENT = {"submit", "button", "file", "image", "reset"}


@dataclass
class Field:
    """One field: its value, and for a select what it offers, in words."""

    name: str
    value: str = ""
    offered: Choices = field(default_factory=list)

    @property
    def words(self) -> str:
        """What is chosen, as the page says it."""
        return next(words for value, words in self.offered if value == self.value)


@dataclass
class Form:
    """A form in the order of its fields; several may have one name."""

    action: str
    fields: list[Field] = field(default_factory=list)

    def __getitem__(self, name: str) -> Field:
        return next(one for one in self.fields if one.name == name)

    def __contains__(self, name: str) -> bool:
        return any(one.name == name for one in self.fields)

    def all(self, name: str) -> list[Field]:
        """Every field of this name, in the order of the page."""
        return [one for one in self.fields if one.name == name]

    def body(self, **more: str) -> dict[str, list[str]]:
        """What is sent when it is sent as it stands, with this in place of what it says."""
        names = dict.fromkeys(one.name for one in self.fields)
        sent = {name: [one.value for one in self.all(name)] for name in names}
        return sent | {name: [value] for name, value in more.items()}


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: Field | None = None
        self._option: dict[str, str] | None = None
        self._text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(has.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None and tag == "input":
            self._input(self._form, has)
        elif self._form is not None and tag == "select" and "name" in has:
            self._select = Field(has["name"])
            self._form.fields.append(self._select)
        elif self._select is not None and tag == "option":
            self._option, self._text = has, ""

    def _input(self, form: Form, has: dict[str, str]) -> None:
        kind = has.get("type", "text")
        if "name" not in has or kind in NOT_SENT:
            return
        if kind in ("radio", "checkbox") and "checked" not in has:
            return
        form.fields.append(Field(has["name"], has.get("value", "")))

    def _offer(self, select: Field, has: dict[str, str]) -> None:
        value = has.get("value", self._text)
        if "selected" in has or not select.offered:
            select.value = value
        select.offered.append((value, self._text))
        self._option = None

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option" and self._select is not None and self._option is not None:
            self._offer(self._select, self._option)
        elif tag == "select":
            self._select = None
        elif tag == "form":
            self._form = None


def forms(page: str) -> list[Form]:
    """Every form of a page."""
    return _Reader(page).forms


def form_with(page: str, name: str) -> Form:
    """The form that has a field of this name."""
    return next(form for form in forms(page) if name in form)
