"""Readers of the sources: each turns files of a pinned package or repository into facts."""
