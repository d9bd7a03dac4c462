"""A page for every country: its facts with source and date, its neighbours, its holidays and its place on the map."""
