# Every command of the project. Python 3.11+ with venv and make are needed: the first run brings the rest.
PYTHON ?= python3
VENV := .venv/bin
# Over four processes, in the order of the collection: the long ones first.
SPREAD := -n 4 --dist loadfile --no-loadscope-reorder
# Where a test says that it depends on the database; no other file is read a second time.
BOTH = $(shell grep -rl both_databases tests --include="test_*.py")
# Of the files somebody named, none may: that is what pytest's 5 says.
NONE_WILL_DO = $(if $(ARGS),|| [ $$? -eq 5 ])
# What was compiled is kept, even where the machine says otherwise: a hundred processes read it.
unexport PYTHONDONTWRITEBYTECODE
export HALL HOST PORT PLAIN_PORT TLS SPEED SEED SAMPLE KILLS DATABASE WEBS

.PHONY: run demo move test check types style bench figures faults mutants proof shots clean lock install install-dev
.PHONY: chromium python
.DEFAULT_GOAL := run

run: install
	@$(VENV)/python -m config.machine.run

demo: install
	@$(VENV)/python -m config.machine.run demo

# make move TO=postgresql://user:password@host/name: everything into another database, while stopped.
move: install
	@$(VENV)/python -m config.machine.move $(TO)

test: install-dev chromium
	@$(VENV)/python -m pytest $(SPREAD) $(ARGS)
	@TEST_DATABASE=sqlite $(VENV)/python -m pytest $(SPREAD) -m both_databases $(or $(ARGS),$(BOTH)) $(NONE_WILL_DO)

# Two things beside each other: mypy keeps one core busy, everything else the other.
check: install-dev
	@$(MAKE) --no-print-directory --jobs 2 types style

types:
	@$(VENV)/mypy .

# All tests are collected for the last: what pytest makes of their files is kept for `make test`.
style:
	@$(VENV)/ruff check .
	@$(VENV)/ruff format --check .
	@$(VENV)/python -m config.machine.pins
	@DATABASE_URL=sqlite://:memory: $(VENV)/python manage.py makemigrations --check --dry-run
	@$(VENV)/python -m pytest -q -k "test_architecture or test_template_layout or test_prose"

# make bench: every bench; make bench engine: that one; ARGS="--only fanout --seconds 20": a part of it.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCHES := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(BENCHES)
$(BENCHES): bench ;@:
endif

bench: install-dev chromium
	@$(VENV)/python -m bench $(BENCHES) $(ARGS)

# What make bench and make faults saw last, into the table of docs/proof.md.
figures: install-dev
	@$(VENV)/python -m bench.table docs/proof.md

# make faults: an evening full of kills on each database; SEED=, KILLS=, DATABASE=sqlite|postgres.
faults: install-dev
	@$(VENV)/python -m tests.faults

# make mutants: which small changes to what decides a rule no marked test notices. Hours; it goes on
# where it stopped. ARGS="engine/rules/limits.py --survivors": some files; SEED=, SAMPLE=300: so many by chance.
mutants: install-dev
	@$(VENV)/python -m tests.mutants $(ARGS)

# The whole table of figures, measured here: every bench, then the faults. It takes two hours.
proof: install-dev chromium
	@$(VENV)/python -m bench
	@$(VENV)/python -m tests.faults

# A picture of every page, in var/shots; ARGS="clock mine": of those with such a word in their name.
shots: install-dev chromium
	@$(VENV)/python -m tests.shots $(ARGS)

# What the tools leave behind. var/ holds tournaments: only you may remove that.
clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* test-results
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Every version anew, with the hashes of its files; `git diff config/locks` shows what moved.
LOCK := $(VENV)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--no-emit-index-url --no-header --no-annotate pyproject.toml
lock: install-dev
	@$(LOCK) --extra dev --output-file config/locks/dev.txt
	@$(LOCK) --constraints config/locks/dev.txt --output-file config/locks/run.txt

python:
	@$(PYTHON) config/machine/supported.py

install: python
	@$(PYTHON) config/machine/install.py

install-dev: python
	@$(PYTHON) config/machine/install.py dev

chromium:
	@$(VENV)/python -m tests.chromium
