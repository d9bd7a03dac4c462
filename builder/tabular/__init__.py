"""What a table is: its declaration, its columns and rows, and their JSON Schema."""
