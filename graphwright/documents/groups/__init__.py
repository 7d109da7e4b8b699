"""Who may see which document: what settings and a sidecar say, document by document."""
