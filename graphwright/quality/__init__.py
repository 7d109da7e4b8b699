"""Whether the tables are what they should be: checks, and the data dictionary.

Checks derived from the declarations are in ``declared``, those about the domain in ``domain``;
``checks`` puts both together and runs them. Nothing here knows Dagster.
"""
