"""Commands for developers, and programs that tests and benchmarks run."""
