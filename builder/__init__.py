"""Country records in, a static site out."""

__version__ = "1.0.0"
