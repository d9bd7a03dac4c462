"""A built site served on this machine: by the embedded engine, or by the real engine of a host."""
