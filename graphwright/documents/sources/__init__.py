"""Where documents come from, and what changed there.

``source`` says what a source is, ``registry`` which there are; ``discover`` makes their documents
rows, ``watch`` says for the price of a listing whether they changed; ``formats`` are those read.
"""
