"""The engines of the tests: servers that a host runs, runtimes of vendors, and the rules of hosts that run here."""
