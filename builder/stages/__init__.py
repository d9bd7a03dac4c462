"""The stages of a build. Each takes values and returns values; none imports another.

In order: ``dataset`` reads ``data/``; ``listings`` finds what each route answers from; ``pages`` makes the page files;
``images`` makes the flags; ``documents`` makes everything that people and tools read; ``edge`` makes the function's two
generated modules; ``hosts`` makes what each host needs; ``output`` writes the tree and exchanges it for the one before.
``builder/build.py`` calls them.
"""
