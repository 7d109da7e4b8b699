import pytest
from llm_cases import KEY_VARIABLE
from servers import KEY


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test the server's key, and nothing of the developer's own."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
