"""What is kept and handed over: archives, compliance packs, reports, the chain.

Services write, queries read; both are found by those names inside. Edges stay outside.
"""
