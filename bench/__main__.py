"""`make bench`: run the named benches, or all of them; options go to each of them."""

import pkgutil
import runpy
import sys
from pathlib import Path

from bench import table


def main(words: list[str]) -> None:
    """Run each bench as if it had been called by itself, with the options that follow the names."""
    first = next((at for at, word in enumerate(words) if word.startswith("-")), len(words))
    names, sys.argv[1:] = words[:first], words[first:]
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    known = sorted(module.name for module in modules if module.ispkg)
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"No bench is called {', '.join(unknown)}; there are: {', '.join(known)}.")
    for name in names or known:
        sys.stdout.write(f"== {name}\n")
        sys.stdout.flush()
        runpy.run_module(f"bench.{name}", run_name="__main__")
    written = table.KEPT.with_suffix(".md")
    sys.stdout.write(f"All that was seen, as one table: {written}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
