"""Commands of the project that take long or need an idle machine: conformance, soak, coverage, audit."""
