"""What stands in a sentence: phrases, clauses, predicates, flags. Nothing proposes a triple."""
