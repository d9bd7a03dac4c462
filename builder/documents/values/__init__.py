"""What pages, downloads and commands show, made from the data of the site. Nothing here imports a page."""
