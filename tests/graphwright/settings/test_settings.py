import json
import os
from pathlib import Path

import pytest

from graphwright.errors import SettingsError
from graphwright.settings import ServeLimits, Settings, load_settings


def _write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "sources.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_relative_folders_are_taken_from_the_files_own_folder(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "collections:\n  - {name: handbook, folder: docs}\nseed_concepts: seeds.yaml\n",
    )
    settings = load_settings(path)
    assert settings.collections[0].folder == str(tmp_path.resolve() / "docs")
    assert settings.seed_path == tmp_path.resolve() / "seeds.yaml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("collections: []", "collections"),
        ("collections:\n  - {name: a, folder: x, extractor: magic}", "collections.0.extractor"),
        ("collections:\n  - {name: a}", "either 'folder' or 'urls'"),
        ("collections:\n  - {name: a, folder: x}\nbukets: 3", "bukets"),
        ("collections:\n  - {name: a, folder: x}\nbuckets: 0", "buckets"),
        ("collections:\n  - {name: a, folder: x}\n  - {name: a, folder: y}", "repeat"),
        (
            "chunk: {max_characters: 300, overlap: 200}\ncollections:\n  - {name: a, folder: x}",
            "overlap",
        ),
        ("- a\n- b", "mapping"),
        ("", "holds nothing, but a mapping was expected"),
        ("collections: [", "YAML"),
        ("collections:", "collections: a list was expected (found None)"),
        ("collections:\n  - {name: a, folder: ''}", "collections.0.folder"),
        ("colections: []", "collections: is missing"),
        ("colections: []", "colections: is no setting of this place"),
        ("collections:\n  - {name: a, folder: x}\n7: x", "7: a key is the name of a setting"),
    ],
)
def test_a_wrong_setting_names_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(_write(tmp_path, text))
    assert said in str(caught.value)
    assert "sources.yaml" in str(caught.value)


def test_a_list_of_one_wrong_entry_is_one_wrong_setting(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"has 1 wrong setting\(s\)"):
        load_settings(_write(tmp_path, "collections:\n  - {name: a}"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("llm: {api_key: sk-1f5c}", "llm.api_key"),
        ("llm: {api_key_env: sk-1f5c}", "the name of an environment variable was expected"),
        ("embedding: {api_key_env: sk-1f5c}", "embedding.api_key_env"),
        ("milvus: {token_env: 'root:sk-1f5c'}", "milvus.token_env"),
        ("llm: {base_url: 'ftp://me:sk-1f5c@host/v1'}", "http://localhost:8000/v1"),
    ],
)
def test_a_secret_in_the_wrong_place_is_in_no_message(
    tmp_path: Path, wrong: str, said: str
) -> None:
    text = f"collections:\n  - {{name: a, folder: x}}\n{wrong}"
    with pytest.raises(SettingsError) as caught:
        load_settings(_write(tmp_path, text))
    assert said in str(caught.value)
    assert "sk-1f5c" not in str(caught.value)


@pytest.mark.parametrize("address", ["localhost:11434/v1", "http://", "http://host:port/v1"])
def test_an_address_that_is_none_is_a_wrong_setting(tmp_path: Path, address: str) -> None:
    text = f"collections:\n  - {{name: a, folder: x}}\nllm: {{base_url: '{address}'}}"
    with pytest.raises(SettingsError, match=r"llm\.base_url.*"):
        load_settings(_write(tmp_path, text))


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="SOURCE=DIR"):
        load_settings(tmp_path / "nothing.yaml")


def test_data_settings_leave_out_places_and_limits_of_work(tmp_path: Path) -> None:
    one = load_settings(_write(tmp_path, "collections:\n  - {name: a, folder: x}\nworkers: 1"))
    other = load_settings(_write(tmp_path, "collections:\n  - {name: a, folder: y}\nworkers: 2"))
    assert one.for_data() == other.for_data()


def test_a_path_among_urls_is_taken_from_the_files_own_folder(tmp_path: Path) -> None:
    urls = ["notes/a.md", "/srv/b.md", "https://host.test/c.md", "memory://kb", "file:///srv/d.md"]
    settings = load_settings(
        _write(tmp_path, f"collections:\n  - {{name: a, urls: {json.dumps(urls)}}}")
    )
    assert settings.collections[0].urls == (str(tmp_path / "notes/a.md"), *urls[1:])


def test_data_settings_leave_out_how_an_endpoint_is_reached(tmp_path: Path) -> None:
    plain = "collections:\n  - {name: a, folder: x}\n"
    reached = (
        "llm: {base_url: 'http://a/v1', api_key_env: K, timeout_seconds: 5, max_retries: 1, "
        "concurrency: 9}\nembedding: {base_url: 'http://a/v1', api_key_env: K}\n"
        "parse: {timeout_seconds: 5, memory_mb: 2048}\n"
    )
    one, other = (load_settings(_write(tmp_path, plain + more)) for more in ("", reached))
    assert one.data_fingerprint == other.data_fingerprint
    asked = load_settings(_write(tmp_path, plain + "llm: {temperature: 1, model: m}"))
    assert one.data_fingerprint != asked.data_fingerprint


def test_data_settings_hold_no_password(tmp_path: Path) -> None:
    web = "collections:\n  - {name: a, urls: ['https://user:secret@host.test/a@b.md']}"
    named = str(load_settings(_write(tmp_path, web)).for_data())
    assert "secret" not in named
    assert "https://host.test/a@b.md" in named


def test_a_folder_of_an_embedding_model_is_taken_from_the_files_own_folder(tmp_path: Path) -> None:
    plain = "collections:\n  - {name: a, folder: x}\n"
    local = load_settings(_write(tmp_path, plain + "embedding: {model: models/mine}"))
    assert local.embedding.model == str(tmp_path / "models" / "mine")
    hosted = "embedding: {provider: openai, model: text-embedding-3-large}"
    assert load_settings(_write(tmp_path, plain + hosted)).embedding.model.startswith("text-")
    assert load_settings(_write(tmp_path, plain)).embedding.model == "bge-small-en-v1.5"


def test_paths_of_crawls_are_taken_from_the_files_own_folder(tmp_path: Path) -> None:
    settings = load_settings(
        _write(
            tmp_path,
            "collections: [{name: a, folder: x}]\nstate_decisions: said.yaml\n"
            "crawl: {browser: ./chromium}\napplications:\n  - name: shop\n"
            "    home: http://127.0.0.1:8000/\n    login: {kind: session, session_file: s.json}\n",
        )
    )
    own = tmp_path.resolve()
    login = settings.applications[0].login
    assert login is not None
    assert login.session_file == str(own / "s.json")
    assert (settings.state_decisions_path, settings.crawl.browser) == (
        own / "said.yaml",
        str(own / "chromium"),
    )


@pytest.mark.parametrize(
    ("applications", "said"),
    [
        ("[{name: s, home: 'http://h/'}, {name: s, home: 'http://h/'}]", "repeat: ['s']"),
        ("[{name: s, home: 'http://h/', documents: [b]}]", "names no collection: ['b']"),
        ("[{name: s, home: 'http://h/', login: {kind: form}}]", "'username_env'"),
        ("[{name: s, home: 'http://h/', login: {kind: session}}]", "'session_file'"),
        ("[{name: s, home: 'http://h/', sandbox: true}]", "'reset' command"),
        ("[{name: ../s, home: 'http://h/'}]", "applications.0.name"),
        ("[{name: s, home: 'file:///etc'}]", "applications.0.home"),
    ],
)
def test_a_wrong_application_is_refused(tmp_path: Path, applications: str, said: str) -> None:
    text = f"collections: [{{name: a, folder: x}}]\napplications: {applications}"
    with pytest.raises(SettingsError) as caught:
        load_settings(_write(tmp_path, text))
    assert said in str(caught.value)


def _of_application(tmp_path: Path, more: str) -> Settings:
    text = "collections: [{name: a, folder: x}]\napplications: [{name: s, home: 'http://h/'"
    return load_settings(_write(tmp_path, f"{text}{more}"))


def test_data_settings_leave_out_how_an_application_is_crawled(tmp_path: Path) -> None:
    plain = _of_application(tmp_path, "}]")
    how = ", contexts: 4, deny: [x], limits: {states: 5}, groups: [g], timezone: Asia/Tokyo}]"
    crawled = _of_application(tmp_path, f"{how}\ncrawl: {{schedule: '0 3 * * *'}}")
    assert plain.data_fingerprint == crawled.data_fingerprint
    assert (
        plain.data_fingerprint != _of_application(tmp_path, ", documents: [a]}]").data_fingerprint
    )


def test_data_settings_of_a_lake_without_applications_name_none(tmp_path: Path) -> None:
    settings = load_settings(_write(tmp_path, "collections: [{name: a, folder: x}]"))
    assert not {"applications", "state_decisions", "crawl"} & settings.for_data().keys()


def test_the_password_in_an_address_is_no_data(tmp_path: Path) -> None:
    text = "collections: [{name: a, folder: x}]\napplications: "
    path = _write(tmp_path, f"{text}[{{name: s, home: 'http://me:secret@h/'}}]")
    assert "secret" not in json.dumps(load_settings(path).for_data())


@pytest.mark.parametrize(
    ("threads", "processes", "cores", "expected"),
    [(None, 1, 1, 1), (None, 1, 8, 2), (None, 2, 2, 1), (None, 3, 2, 1), (5, 3, 2, 5)],
)
def test_threads_of_the_service_share_the_cores(
    monkeypatch: pytest.MonkeyPatch,
    threads: int | None,
    processes: int,
    cores: int,
    expected: int,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    assert ServeLimits(threads=threads).threads_of(processes) == expected
