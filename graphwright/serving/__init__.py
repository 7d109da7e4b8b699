"""The published graph for others: one set of functions, and what shows them over HTTP and MCP.

    extra        whether the packages of the extra ``serve`` are there; asked before all else
    functions    what can be asked, from a reader and a request to an answer
    models       requests and answers, typed once
    reader       an opened snapshot with its strategies; readers, which follow the pointer
    metrics      what the service counts; ``grafana`` shows it, ``tracing`` and ``logs`` tell more
    answerer     answers in words, where a language model is set, held to what they cite

The web application, the pages and MCP's tools are fronts of ``functions`` and hold no retrieval of
their own. The packages that they need come with the extra ``serve``.
"""

from graphwright.serving.extra import check_extra

check_extra()
