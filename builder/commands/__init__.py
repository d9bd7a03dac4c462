"""What each command does. ``builder/cli/`` parses their options and prints their results."""
