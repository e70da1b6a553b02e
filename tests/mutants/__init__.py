"""`make mutants`: small changes to what decides a rule, each met by the marked tests that run it.

changes: the changes that may be made to a file, by its syntax
lines: which marked test runs which line, recorded once (a pytest plugin)
meeting: one mutant after the other in forked processes, the tests already collected
results: what was seen, kept in var/mutants, so that a run goes on where it stopped
"""
