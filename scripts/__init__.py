"""Commands of the project that take long or need an idle machine: audit, release."""
