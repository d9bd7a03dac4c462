"""Compares a deployed site with the one that was built."""
