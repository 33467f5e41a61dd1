"""Pure numbers: what samples say, and how sure they are. Imports numpy and the standard library only."""
