"""Which Pythons the locked packages are made for.

Run before anything else, by whatever Python the machine has: so written that even Python 2 gets as
far as the sentence.
"""

import sys

OLDEST, NEWEST = (3, 11), (3, 14)
IS_THIS = OLDEST <= sys.version_info[:2] <= NEWEST
SENTENCE = (
    "Shuffle Up needs Python {}.{} to {}.{}; {} is {}.{}. "
    "Name another one: make run PYTHON=python{}.{}"
).format(*OLDEST + NEWEST + (sys.executable,) + tuple(sys.version_info[:2]) + OLDEST)

if __name__ == "__main__" and not IS_THIS:
    sys.exit(SENTENCE)
