"""How fast the engine is, each figure beside a peer's in the same run."""
