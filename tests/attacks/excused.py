"""What the pages do and the API does not, each with its reason."""

EXCUSED = {
    "sign-in": "opens a session for a person; software speaks with a token",
    "sign-out": "closes that session",
    "password": "is a person's own secret: no software should have it",
    "pair": "is typed on the device itself, which keeps a cookie of its own",
    "practice": "teaches a person to deal: no tournament is touched",
    "practice-command": "is a tap at the practice table",
}
