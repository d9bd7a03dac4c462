"""Commands of the project that take long, or want a quiet machine: conformance, soak, mutation, coverage, audit."""
