"""For what reasons a hand is void by a ruling, and what becomes of its bets."""

# Where the book lists none.
USUAL_REASONS = ("rule broken", "cards not protected", "hand abandoned", "ruling of the floor")
# Why a folded hand comes back; a fold on false information is favoured (fours:muck-2).
GIVEN_BACK = ("false information", "ruling of the floor")
# What the director may choose of the bets; the first where nothing is said.
REFUND, KEEP = "bets go back", "bets leave play"
