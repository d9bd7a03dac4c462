"""Stage 8, the last: files become a tree on disk, exchanged whole for the one before."""
