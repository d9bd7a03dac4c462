"""Serves a built site on this machine, with the embedded engine or with the runtime of a host."""
