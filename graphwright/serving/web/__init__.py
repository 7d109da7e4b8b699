"""The graph as pages for people: templates, and the few files that a browser loads with them.

Pages are made on the server from the same answers that HTTP gives as JSON; without scripts they
still work. Routes are in ``serving.http.pages``. ``static`` holds htmx and cytoscape as their npm
packages have them, with their licences; ``libraries.yaml`` says which versions, and their hashes.
"""
