"""What happened and can be proved: journal, ledger, chain, reports, papers.

Services write, queries read.
May import rooms of its own app, models and the engine; never tables, never an edge.
"""
