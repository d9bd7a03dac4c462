"""How benchmarks measure, and what is made of the measurements; no module here is a benchmark."""
