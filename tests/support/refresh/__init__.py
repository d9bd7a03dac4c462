"""Small packages in the format of the real ones."""
