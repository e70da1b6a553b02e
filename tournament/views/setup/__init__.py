"""A tournament being set up: structure, schedule, house rules, conditions."""
