"""Long tests: the service under generated requests, faults and load. ``python -m scripts.soak`` runs all of them."""
