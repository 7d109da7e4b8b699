"""The test server is itself held to the API: the official client reads what it says."""

import json

import numpy as np
import openai
import pytest
from servers import KEY, Fault, HttpError, OpenAiServer, Recorded, Slow, vector


def client(server: OpenAiServer, key: str = KEY) -> openai.OpenAI:
    return openai.OpenAI(api_key=key, base_url=server.base_url, max_retries=0, timeout=10)


def test_embeddings_depend_on_the_text_alone_and_have_unit_length() -> None:
    with OpenAiServer(dimensions=20) as server:
        made = client(server).embeddings.create(model="m", input=["a", "b", "a"]).data
    vectors = np.array([item.embedding for item in made])
    assert vectors.shape == (3, 20)
    assert (vectors[0] == vectors[2]).all()
    assert abs(vectors[0] @ vectors[1]) < 0.9
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(vectors[1], vector("b", 20), rtol=1e-6)


def test_embeddings_take_dimensions_and_both_encodings() -> None:
    with OpenAiServer() as server:
        asked = client(server).embeddings
        plain = asked.create(model="m", input="a", dimensions=8, encoding_format="float").data
        packed = asked.create(model="m", input="a", dimensions=8).data
    np.testing.assert_allclose(plain[0].embedding, packed[0].embedding, rtol=1e-6)
    assert len(plain[0].embedding) == 8


def test_faults_are_met_in_order_and_requests_recorded() -> None:
    script = [HttpError(429, retry_after="3"), Slow(0.01)]
    with OpenAiServer(script=script) as server:
        with pytest.raises(openai.RateLimitError) as caught:
            client(server).embeddings.create(model="m", input="a")
        assert caught.value.response.headers["retry-after"] == "3"
        client(server).embeddings.create(model="m", input="b")
    assert [request.body["input"] for request in server.requests] == ["a", "b"]
    assert {request.path for request in server.requests} == {"/v1/embeddings"}


def test_a_wrong_key_and_a_wrong_path_are_refused() -> None:
    with OpenAiServer() as server:
        with pytest.raises(openai.AuthenticationError):
            client(server, "wrong").embeddings.create(model="m", input="a")
        with pytest.raises(openai.NotFoundError):
            client(server).post("/nowhere", cast_to=object, body={})


def chat_line(name: str, text: str) -> str:
    passage = f"<passage-1>\n{text}\n</passage-1>"
    body = {"model": "m", "messages": [{"role": "user", "content": passage}]}
    line = {"custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body}
    return json.dumps(line) + "\n"


def test_a_batch_is_uploaded_made_looked_at_and_fetched() -> None:
    lines = chat_line("a", "The vault keeps gold.") + chat_line("b", "The clerk counts coins.")

    def refuse(request: Recorded) -> Fault | None:
        return HttpError(400, "No.") if request.batched and "clerk" in request.last_user else None

    with OpenAiServer(fault_for=refuse, batch_looks=1) as server:
        api = client(server)
        file = api.files.create(file=("q.jsonl", lines.encode()), purpose="batch")
        made = api.batches.create(
            input_file_id=file.id, endpoint="/v1/chat/completions", completion_window="24h",
            metadata={"ours": "1"},
        )  # fmt: skip
        assert [batch.id for batch in api.batches.list()] == [made.id]
        assert api.batches.retrieve(made.id).status == "in_progress"
        done = api.batches.retrieve(made.id)
        assert (done.status, done.metadata) == ("completed", {"ours": "1"})
        assert done.output_file_id
        assert done.error_file_id
        good = json.loads(api.files.content(done.output_file_id).content)
        bad = json.loads(api.files.content(done.error_file_id).content)
    assert good["custom_id"] == "a"
    assert "vault" in good["response"]["body"]["choices"][0]["message"]["content"]
    assert (bad["custom_id"], bad["response"]["status_code"]) == ("b", 400)


def test_azures_paths_and_header_are_understood() -> None:
    with OpenAiServer() as server:
        azure = openai.AzureOpenAI(
            api_key=KEY, azure_endpoint=server.azure_url, api_version="1", max_retries=0
        )
        made = azure.embeddings.create(model="m", input="a").data
    assert len(made) == 1
    assert server.requests[0].path == "/openai/deployments/m/embeddings"
