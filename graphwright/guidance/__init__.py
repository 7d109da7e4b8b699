"""From a question and the user's state to the steps that lead there, over the published graph."""
