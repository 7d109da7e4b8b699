"""What comparing names costs as they become more: made-up names, triples and vectors.

    .venv/bin/python benchmarks/name_growth.py [SIZE...]

For each SIZE (10,000 and 100,000 where none is given) so many names are made up: words of a
vocabulary that grows with them by Heaps' law, one to four a name, a tenth of them misspelt, and two
triples a name. Measured are the processor time and the peak memory of candidates, numbers, chances
and groups, in a process of its own; vectors are made up, as embedding is linear in names and done
once a name. The exponent is that of time between two sizes. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import resource
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa

from graphwright.entities.name_groups import Known, group_names
from graphwright.entities.name_pairs import compared_pairs
from graphwright.entities.name_words import Name
from graphwright.entities.scored_pairs import scored_pairs

DIMENSIONS = 384


def made_up(size: int, seed: int = 1) -> tuple[list[Name], pa.Table]:
    """Return names in order of key, and triples between them."""
    pick = random.Random(seed)  # no secret
    syllables = [a + b for a in "bcdfghklmnprstvw" for b in "aeiou"]
    words = ["".join(pick.choices(syllables, k=pick.randint(2, 4)))
             for _ in range(int(30 * math.sqrt(size)))]  # fmt: skip
    keys: set[str] = set()
    while len(keys) < size:
        # Few words are in many names, as in texts.
        drawn = [words[int(len(words) * pick.random() ** 2)] for _ in range(pick.randint(1, 4))]
        keys.add(" ".join(drawn))
        if pick.random() < 0.1:
            at = pick.randrange(len(drawn[-1]))
            drawn[-1] = drawn[-1][:at] + pick.choice("aeiou") + drawn[-1][at + 1 :]
            keys.add(" ".join(drawn))
    ordered = sorted(keys)[:size]
    ends = [(pick.choice(ordered), pick.choice(ordered)) for _ in range(2 * size)]
    ids = [f"{at:08d}" for at in range(len(ends))]
    triples = pa.table(
        {
            "triple_id": ids,
            "sentence_id": ids,
            "predicate_start": pa.array([0] * len(ids), pa.int64()),
            "predicate": [pick.choice(words[:50]) for _ in ids],
            "rule": [""] * len(ids),
            "subject_key": [one for one, _ in ends],
            "object_key": [other for _, other in ends],
        }
    )
    return [Name(key, key, 1, "compound") for key in ordered], triples


def measured(size: int) -> dict[str, float]:
    """Return the figures of one size, in this process."""
    names, triples = made_up(size)
    vectors = np.random.default_rng(1).standard_normal((size, DIMENSIONS), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    started = time.process_time()
    likely = scored_pairs(names, triples, vectors)
    scored = time.process_time()
    found = group_names(names, compared_pairs(names), Known(), likely)
    return {
        "names": size,
        "pairs": len(likely),
        "merged": len(found.groups),
        "score_seconds": round(scored - started, 1),
        "group_seconds": round(time.process_time() - scored, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> None:
    """Print the figures of each size, and how time grows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.sizes[0])))
        return
    told = []
    for size in options.sizes:
        command = [sys.executable, __file__, str(size), "--one"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        told.append(json.loads(done.stdout.splitlines()[-1]))
        print(told[-1], flush=True)
    seconds = [one["score_seconds"] + one["group_seconds"] for one in told]
    growth = [
        round(math.log(seconds[at + 1] / seconds[at]) / math.log(more["names"] / one["names"]), 2)
        for at, (one, more) in enumerate(itertools.pairwise(told))
    ]
    print(json.dumps({"sizes": told, "exponents": growth}))


if __name__ == "__main__":
    main()
