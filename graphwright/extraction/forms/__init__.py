"""How entities are written where facts speak of them: forms of mentions, the evidence of types."""
