"""Who may see what: an audience, and the graph of the documents that it may see alone.

A view is a lake of its own below the main one: its tables by document are those of the main lake
without the rows of hidden documents, and all that follows from them is made again by the same
steps. So what is not to be seen is not there, and a question costs nothing more.
"""
