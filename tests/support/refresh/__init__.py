"""Small packages in the format of the real ones, and a server for the answers of live services."""
