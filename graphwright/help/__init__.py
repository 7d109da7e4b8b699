"""Help pages as trees of problems, conditions and resolutions (Recruit, section 2.1)."""
