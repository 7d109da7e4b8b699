"""The crawl: a browser looks at each state of an application once and tries what it offers.

``explorer`` decides what is looked at and what follows from it, and opens nothing; ``crew`` does
what it asks for in browsers; ``wire`` is what no request passes that writes; ``memory`` gives what
an earlier crawl found out, and ``answers`` says by the server's answers what still holds of it.
Reading a page is in the package above.
"""
