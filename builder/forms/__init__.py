"""The forms of tabular data: any table, and the countries are one."""
