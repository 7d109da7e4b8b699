"""Dialogues over the published help pages: what to ask back, what to say, when to hand over."""
