"""The published graph for assistants: MCP's tools over HTTP and over standard input and output.

tools    each function of ``serving.functions`` as a tool, read only
http     the tools under /mcp of the application
stdio    the tools for one assistant on this machine

The route of the application is in ``serving.http.assistants``.
"""
