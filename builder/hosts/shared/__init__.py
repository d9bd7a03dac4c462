"""Modules that several hosts use. This folder is not a host."""
