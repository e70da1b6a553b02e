"""The one way the product says no: a sentence, and the clause that forbids."""


class Refused(Exception):
    """Not allowed; nothing has changed."""

    def __init__(self, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})" if self.clause else self.why


class Personal(Refused):
    """The reason is somebody's own affair: staff hears it, other software a plainer sentence."""

    def __init__(self, why: str, clause: str, *, public: str) -> None:
        super().__init__(why, clause)
        self.public = public


class Malformed(Refused):
    """What was asked makes no sense, whatever the rules say: a field is wrong."""

    def __init__(self, why: str, clause: str = "", *, field: str = "") -> None:
        super().__init__(why, clause)
        self.field = field


class NeedsRuling(Refused):
    """The book leaves it to the supervisor, or to a player: ask again with one of the choices."""

    def __init__(
        self, why: str, clause: str, choices: tuple[str, ...], *, is_players: bool = False
    ) -> None:
        super().__init__(why, clause)
        self.choices = choices
        self.is_players = is_players
