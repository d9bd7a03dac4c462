"""What the service offers beyond its specification; each annex is one folder that can be deleted."""
