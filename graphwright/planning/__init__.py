"""What a build would do, why and how long, told before it; and what marks failures for a retry.

No table is made here; ``retry`` alone changes one. What earlier builds took is kept by
``steps.costs``.
"""
