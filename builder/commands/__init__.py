"""The work of the commands other than build. ``builder/cli/`` parses their options and prints their results."""
