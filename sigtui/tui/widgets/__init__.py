"""What screens are made of; each file one widget with its own style."""
