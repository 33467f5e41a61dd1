"""What a signature costs on the wire: pure functions from sizes to encodings, packets, budgets and sentences."""
