"""What stands in a sentence: phrases, clauses, predicates, flags; nothing here proposes a triple."""
