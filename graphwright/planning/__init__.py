"""What a build would do, why and how long, told before it; and what marks failures for a retry.

No table is made here: ``retry`` alone changes one, and ``costs`` keeps a record beside the tables.
"""
