"""What each command does, except ``build``; ``builder/cli/`` parses their options and prints their results."""
