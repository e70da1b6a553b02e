"""What leaves on paper or as a file: reports, conditions, tickets, receipts (PDF, CSV, workbook).

May import queries of every room, models and the engine; writes nothing.
"""
