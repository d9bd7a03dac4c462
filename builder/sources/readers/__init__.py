"""One module a source: a function from the files of a pinned package, or a live service, to facts."""
