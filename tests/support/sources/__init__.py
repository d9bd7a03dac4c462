"""Small packages in the form of the real ones, answers of live services, and a server that misbehaves."""
