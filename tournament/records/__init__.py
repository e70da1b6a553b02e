"""What happened and can be proved: journal, ledger, chain, reports, papers.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
