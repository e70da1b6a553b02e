"""The IGR tournament rules, told in hands: clause by clause what the engine does."""
