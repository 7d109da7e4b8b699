"""Web applications: what a crawl sees of them, and the graph of states and actions made of it.

A crawl is an observation, as the list of documents is: ``crawl`` drives a browser and keeps what it
saw in the lake; everything after is a pure function of that. Answers are given in ``guidance``.
"""
