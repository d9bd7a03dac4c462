"""Renders the HTML of pages: guides in Markdown and templates, with the scripts and styles that they load."""
