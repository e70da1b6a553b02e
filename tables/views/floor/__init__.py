"""The floor: one table, its players and seats, rounds, sessions, rulings taken back."""
