"""What the pages do and the API does not, each with its reason."""

EXCUSED = {
    "sign-in": "opens a session for a person; software speaks with a token",
    "sign-out": "closes that session",
    "password": "is a person's own secret: no software should have it",
    "backups": "is a matter of the machine: a script has manage.py backup, restore and verify",
    "pair": "is typed on the device itself, which keeps a cookie of its own",
    "quick-start": "is three operations in one form: create, enter the list, draw seats",
    "practice": "teaches a person to deal: no tournament is touched",
    "practice-command": "is a tap at the practice table",
}
