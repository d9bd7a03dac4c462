"""Reads files strictly, names every fault in them, and shows faults and progress to whoever runs a command."""
