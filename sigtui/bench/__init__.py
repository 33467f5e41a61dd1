"""The engine: what to measure (plan), how a worker process measures it, and the parent that drives it."""
