"""What is kept from build to build because it takes long to make."""
