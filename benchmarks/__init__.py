"""Benchmarks. Each value is compared with a reference of the same run, or with a fixed target."""
