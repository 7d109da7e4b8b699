"""The service over HTTP.

app        the application and its parts
front      what routes share: callers, the pool, the cache of answers
api        routes that answer with JSON
guard      what is refused before a route is looked for, and headers of every answer
problems   from errors to statuses and their bodies
protocol   time limits of what is sent
server     one process or several behind one address
"""
