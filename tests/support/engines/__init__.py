"""The engines of the tests: those of the preview, runtimes of vendors, and the rules of hosts that run here."""
