"""`python -m bench live`: what many screens and many tables cost, beside the floor and a peer."""

from argparse import ArgumentParser

from bench.live.parts import PARTS, elsewhere


def main() -> None:
    parser = ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--only", choices=sorted(PARTS), help="one part of the table")
    parser.add_argument("--screens", type=int, default=1000, help="screens of one push")
    parser.add_argument("--seconds", type=float, default=60, help="how long the pushes go on")
    parser.add_argument("--tables", type=int, default=100, help="tables of the real thing")
    chosen, _ = parser.parse_known_args()
    for name in PARTS:
        if chosen.only in (None, name):
            elsewhere(name, chosen)


if __name__ == "__main__":
    main()
