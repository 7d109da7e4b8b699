"""coreferee 1.5.0's English chains, computed without Token objects: same answers, less time."""
