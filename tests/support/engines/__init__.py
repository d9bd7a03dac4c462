"""The engines of the tests: our servers, runtimes of vendors, and evaluators of the rules of hosts."""
