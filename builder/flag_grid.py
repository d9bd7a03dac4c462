"""The layout of the image that holds a small picture of every flag."""

# Cells in a row, and the size of a cell in pixels.
COLUMNS = 16
CELL_WIDTH, CELL_HEIGHT = 64, 48
# White pixels on each side of a cell, so that no neighbour shows where a browser scales the image.
PADDING = 2
# Flags have few colours: with 64, no difference is visible, and the image has a third of the bytes of one with all.
COLOURS = 64


def grid_position(number: int) -> tuple[int, int]:
    """Return the column and the row of the flag of the record *number*."""
    return number % COLUMNS, number // COLUMNS


def rows(count: int) -> int:
    """Return the number of rows of *count* flags."""
    return -(-count // COLUMNS)
