"""Reads the files of ``data/`` into records in dataset order, and checks them."""
