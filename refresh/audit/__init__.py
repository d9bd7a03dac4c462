"""Checks of the dataset against minimums and other sources. They fill no field."""
