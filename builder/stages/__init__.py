"""The stages of a build. A stage takes values and returns values; no stage imports another.

In order: ``dataset`` reads ``data/``; ``listings`` derives the lists that routes answer from; ``answers`` makes the
table of answers and the files of those that can be made ahead of time; ``tables`` reads the tables beside the record
and makes their files; ``images`` makes the flags; ``documents`` makes everything that people and programs read;
``edge`` makes the two generated modules of the edge function; ``hosts`` makes the files of each host; ``output`` writes
the tree and exchanges it for the previous one. This is the order in which values flow. ``builder/build.py`` makes the
manifest, which is part of ``edge``, before the documents, because the core needs it for the answers that they quote.
"""
