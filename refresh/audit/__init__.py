"""Checks of the dataset against minimums, other sources and the websites it names. They fill no field."""
