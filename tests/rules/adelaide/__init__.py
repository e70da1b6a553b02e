"""Adelaide hold'em: no limit, pot, half pot and fixed limit, tournament rules in force."""
