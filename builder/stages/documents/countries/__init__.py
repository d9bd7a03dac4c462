"""A page for every country: its fields with source and date, neighbours, holidays and place on the map."""
