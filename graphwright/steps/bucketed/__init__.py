"""Steps that are split by document bucket, and what all of them do alike.

``step`` says what such a step declares and ``unit`` what it works on; ``plan`` finds what is new,
``runner`` does it and writes it; ``rows`` reads what steps need; ``measures`` keeps what a unit
took.
"""
