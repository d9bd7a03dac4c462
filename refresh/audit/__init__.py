"""Judges the dataset by bounds, by rules and by other sources. Nothing here fills a field."""
