"""Modules that several hosts use; this folder is no host."""
