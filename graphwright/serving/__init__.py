"""The published graph for others: one set of functions, and what shows them over HTTP and MCP.

    functions    what can be asked, from a reader and a request to an answer
    models       requests and answers, typed once
    reader       an opened snapshot with its strategies; readers, which follow the pointer
    answerer     answers in words, where a language model is set, held to what they cite

The web application, the pages and MCP's tools are fronts of ``functions`` and hold no retrieval of
their own. The packages that they need come with the extra ``serve``.
"""
