"""The npm package of the records."""
