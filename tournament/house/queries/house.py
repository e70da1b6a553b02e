"""The house as every page and screen shows it."""

import base64
import hashlib
from dataclasses import dataclass
from urllib.parse import urljoin

from engine import amounts
from tournament.house.queries import colours
from tournament.models import House

PRODUCT = "Shuffle Up"
COLOUR, ACCENT = "#14553b", "#f2ab1f"


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What every paper bears: the house's name and logo, and where its pages are live."""

    name: str
    logo: bytes = b""
    site: str = ""  # the front page as phones reach it

    def live(self, path: str) -> str:
        """A page's whole address; nothing where nobody knows by which name it is reached."""
        return urljoin(self.site, path) if self.site and path else ""


def find() -> House | None:
    """The house, once somebody has furnished it; from now on this process writes as it does."""
    found = House.objects.filter(pk=1).first()
    amounts.use(style(found) if found else amounts.PLAIN)
    return found


def style(house: House) -> amounts.Style:
    """How the house writes amounts and hours."""
    group, point = amounts.SEPARATORS.get(house.separators, amounts.SEPARATORS["comma"])
    # letters stand apart from the figure, a sign does not
    currency = f"{house.currency}\u00a0" if house.currency[-1:].isalpha() else house.currency
    return amounts.Style(currency, group, point, house.has_12_hours)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branding:
    """What every page shows of the house: name, logo, the sheet of its colours, its deck."""

    name: str = PRODUCT
    logo: str = ""
    sheet: str = ""
    has_four_colours: bool = False
    currency: str = amounts.PLAIN.currency
    group: str = amounts.PLAIN.group
    has_12_hours: bool = False


def picture() -> Branding:
    """Name, logo, deck and the version of its colours."""
    house = find()
    if house is None:
        return Branding()
    return Branding(
        name=house.name or PRODUCT,
        logo=fingerprint(house.logo) if house.logo else "",
        sheet=fingerprint(sheet(house)) if house.colour or house.accent else "",
        has_four_colours=house.has_four_colours,
        currency=amounts.style().currency.strip(),
        group=amounts.style().group,
        has_12_hours=house.has_12_hours,
    )


def letterhead(site: str = "") -> Letterhead:
    """For the head of a paper."""
    house = find()
    if house is None:
        return Letterhead(PRODUCT, site=site)
    return Letterhead(house.name or PRODUCT, logo(house) if house.logo else b"", site)


def fingerprint(text: str) -> str:
    """What changes with the content: an address that may be kept for ever."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def logo(house: House) -> bytes:
    """The picture itself."""
    return base64.b64decode(house.logo)


def sheet(house: House) -> str:
    """The tokens that differ from the product's own, for each light."""
    light = {**_colour_in_light(house.colour), **_accent_in_light(house.accent)}
    dark = {**_colour_in_the_dark(house.colour), **_accent_in_the_dark(house.accent)}
    return (
        _rule(':root, [data-theme="light"]', light)
        + _rule('[data-theme="dark"], [data-theme="hall"]', dark)
        + "@media (prefers-color-scheme: dark) {\n"
        + _rule(":root:not([data-theme])", dark)
        + "}\n"
    )


def _rule(where: str, tokens: dict[str, str]) -> str:
    body = "".join(f"  --{name}: {value};\n" for name, value in tokens.items())
    return f"{where} {{\n{body}}}\n" if tokens else ""


def _colour_in_light(colour: str) -> dict[str, str]:
    if not colour:
        return {}
    return {
        "action": colour,
        "action-hover": colours.mixed(colour, "#000000", 0.2),
        "on-action": colours.WHITE,
        "link": colours.readable(colour, colours.LIGHT, towards="#000000"),
        "card-back": colour,
    }


def _colour_in_the_dark(colour: str) -> dict[str, str]:
    if not colour:
        return {}
    link = colours.readable(colour, colours.DARK, colours.HALL, towards=colours.WHITE)
    return {
        "action": colour,
        "action-hover": colours.mixed(colour, "#000000", 0.2),
        "on-action": colours.WHITE,
        "link": link,
    }


def _accent_in_light(accent: str) -> dict[str, str]:
    if not accent:
        return {}
    soft = colours.mixed(accent, colours.WHITE, 0.82)
    grounds = (colours.LIGHT, soft)
    return {
        "accent": accent,
        "accent-soft": soft,
        "accent-ink": colours.readable(accent, *grounds, towards="#000000"),
    }


def _accent_in_the_dark(accent: str) -> dict[str, str]:
    if not accent:
        return {}
    soft = colours.mixed(accent, colours.HALL, 0.82)
    ink = colours.readable(accent, colours.DARK, soft, towards=colours.WHITE)
    return {"accent": accent, "accent-soft": soft, "accent-ink": ink, "buck-face": accent}
