"""Modules that benchmarks share: they measure, and write the report."""
