"""A project: its configuration, its files, its templates, its possible hosts, the options that name it."""
