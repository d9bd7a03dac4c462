"""What each CDN needs beside the public files; the core knows none of them."""
