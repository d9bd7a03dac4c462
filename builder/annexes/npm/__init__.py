"""The npm package of the records and the tables, a format of ``countries export``."""

from builder.annex import Annex
from builder.annexes.npm.package import write

ANNEX = Annex(formats={"npm": write})
