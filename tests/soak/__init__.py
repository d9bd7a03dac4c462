"""Long tests: the service under generated requests, faults and load. ``python -m tests.soak`` runs all of them."""
