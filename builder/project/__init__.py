"""A project: its configuration, its files, its templates, its possible hosts, and options of several commands."""
