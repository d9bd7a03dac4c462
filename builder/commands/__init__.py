"""What the commands do beside a build; ``builder/cli/`` parses their options and prints their results."""
