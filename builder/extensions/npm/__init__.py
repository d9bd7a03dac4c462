"""The npm package of the records and the tables, which ``countries npm`` writes."""
