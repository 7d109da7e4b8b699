"""Simulated dialogues with an agent, judged against what the pages hold (Recruit, section 3)."""
