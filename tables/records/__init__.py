"""What is kept and handed over: archives, compliance packs, reports, the chain.

Services write, queries read.
May import the rooms of both apps, models and the engine; never an edge.
"""
