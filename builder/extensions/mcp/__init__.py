"""Serves the dataset to agents, by the Model Context Protocol."""
