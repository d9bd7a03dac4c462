"""The stages of a build. A stage takes values and returns values; no stage imports another.

In order: ``dataset`` reads ``data/``; ``listings`` derives the lists that routes answer from; ``answer_files`` makes a
file for each answer that can be made ahead of time; ``images`` makes the flags; ``documents`` makes everything that
people and tools read; ``edge`` makes the two generated modules of the edge function; ``hosts`` makes the files of each
host; ``output`` writes the tree and exchanges it for the previous one. This is the order in which values flow.
``builder/build.py`` makes the manifest before the answers that it asks the core for, and starts to write answer files
while the later stages run.
"""
