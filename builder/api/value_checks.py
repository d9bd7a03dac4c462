"""Checks of single values that the record model refers to by name. They need no library."""


def portable(number: float) -> float:
    """Return *number*. Raises ``ValueError`` unless Python and JavaScript print the same decimal of it."""
    # Answers of builds and of the edge must be the same bytes.
    if number and not 1e-4 <= abs(number) < 1e15:
        raise ValueError("must be 0, or between 0.0001 and 1e15 in size")
    return number
