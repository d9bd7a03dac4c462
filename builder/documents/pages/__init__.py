"""The pages of the documents as Markdown, plain text and HTML."""
