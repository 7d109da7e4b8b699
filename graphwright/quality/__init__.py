"""Whether the tables are what they should be: which checks there are, and running them.

``check`` says what a check is. Those that follow from a table's declaration are in
``declared_checks``, those about the domain in ``domain_checks`` and ``verbatim_checks``.
``catalogue`` lists the checks of every table, ``run`` runs them. Nothing here knows Dagster.
"""
