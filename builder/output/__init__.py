"""Writes the files to a new tree on disk, and exchanges it for the previous one."""
