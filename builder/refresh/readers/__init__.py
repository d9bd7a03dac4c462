"""The readers: each module turns the files of a pinned package, or a live service, into facts."""
