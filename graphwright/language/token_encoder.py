"""spaCy's encoder of tokens as one ONNX graph, for texts that come one at a time.

The layers of spaCy's small models (hashed features, a mix of them, windows of three tokens) are
some sixty calls from Python, each with little to compute: of a question they take longer than
what they do. In a graph they are one, which also leaves the interpreter to others. The weights are
the model's own and the steps the same, so values are those of spaCy's layers but for the rounding
of their last digits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from thinc.api import Model

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from spacy.tokens import Doc

    Array = NDArray[Any]

Thinc = Any
"""A model of thinc; the types that it declares for arrays are not numpy's."""

_OPERATORS, _IR_VERSION = 19, 9
_EPSILON = 1e-8
"""thinc's, of the variance of a layer."""

_END = 2**62
"""Beyond the last token of any text."""


@dataclasses.dataclass(frozen=True)
class _Layer:
    """A maxout layer with its normalisation, as arrays.

    ``weights`` are ``(inputs, pieces * width)`` and ``bias`` ``(pieces * width,)``, piece by piece.
    """

    weights: Array
    bias: Array
    pieces: int
    gain: Array
    shift: Array

    @classmethod
    def of(cls, layer: Thinc) -> _Layer:
        maxout, norm = (_only(layer, name) for name in ("maxout", "layernorm"))
        weights, bias = maxout.get_param("W"), maxout.get_param("b")
        width, pieces, inputs = weights.shape
        return cls(
            weights.transpose(2, 1, 0).reshape(inputs, pieces * width),
            bias.reshape(width, pieces).T.reshape(-1),
            pieces,
            norm.get_param("G"),
            norm.get_param("b"),
        )


@dataclasses.dataclass(frozen=True)
class _Encoder:
    """The parts of an encoder: features with table and seed of each, the mix, the windows."""

    features: tuple[str, ...]
    tables: tuple[tuple[Array, int], ...]
    mix: _Layer
    windows: tuple[_Layer, ...]
    padding: int

    @classmethod
    def of(cls, model: Thinc) -> _Encoder:
        """Raise ``LookupError``, ``ValueError`` or ``AttributeError`` for one of another form."""
        embedding, windows = model.layers
        hashed = [node for node in embedding.walk() if node.name == "hashembed"]
        columns = _only(embedding, "extract_features").attrs["columns"]
        stack = windows.layers[0].layers
        made = cls(
            tuple(columns),
            tuple((node.get_param("E"), node.attrs["seed"]) for node in hashed),
            _Layer.of(embedding),
            tuple(map(_Layer.of, stack)),
            windows.attrs["pad"],
        )
        mixed = sum(table.shape[1] for table, _ in made.tables)  # more where words have vectors
        narrow = all(_only(each, "expand_window").attrs["window_size"] == 1 for each in stack)
        if len(columns) != len(hashed) or len(made.mix.weights) != mixed or not narrow:
            raise ValueError(model.name)
        return made

    def graph(self) -> bytes:
        """Return the ONNX model; ``rows``, int64 ``(features, tokens, 4)``, are of its tables."""
        made = _Graph()
        parts = [
            made.add(
                "ReduceSum",
                made.add(
                    "Gather", made.constant(table), made.add("Gather", "rows", made.number(at))
                ),
                made.numbers(1),
                keepdims=0,
            )
            for at, (table, _) in enumerate(self.tables)
        ]
        mixed = made.layer(made.add("Concat", *parts, axis=1), self.mix)
        tokens = made.add("Pad", mixed, made.numbers(self.padding, 0, self.padding, 0))
        for layer in self.windows:
            around = made.add("Pad", tokens, made.numbers(1, 0, 1, 0))
            ends = ((0, -2), (1, -1), (2, _END))
            window = [made.add("Slice", around, *map(made.numbers, each)) for each in ends]
            tokens = made.add("Add", tokens, made.layer(made.add("Concat", *window, axis=1), layer))
        cut = made.numbers(self.padding), made.numbers(-self.padding)
        return made.model(made.add("Slice", tokens, *cut), len(self.features))


class _Graph:
    """Operators that are added one after another; each method returns the name of what it adds."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        return self._add(operator, inputs, 1, attributes)[0]

    def _add(
        self, operator: str, inputs: Sequence[str], outputs: int, attributes: dict[str, Any]
    ) -> list[str]:
        names = [f"{operator}_{len(self._nodes)}_{output}" for output in range(outputs)]
        self._nodes.append(helper.make_node(operator, inputs, names, **attributes))
        return names

    def constant(self, value: Array) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(value.copy(order="C"), name))
        return name

    def number(self, value: int) -> str:
        return self.constant(np.array(value, dtype=np.int64))

    def numbers(self, *values: int) -> str:
        return self.constant(np.array(values, dtype=np.int64))

    def layer(self, rows: str, layer: _Layer) -> str:
        every = self.add("Gemm", rows, self.constant(layer.weights), self.constant(layer.bias))
        pieces = {"axis": 1, "num_outputs": layer.pieces}
        largest = self.add("Max", *self._add("Split", [every], layer.pieces, pieces))
        scale = self.constant(layer.gain), self.constant(layer.shift)
        return self.add("LayerNormalization", largest, *scale, axis=-1, epsilon=_EPSILON)

    def model(self, output: str, features: int) -> bytes:
        rows = helper.make_tensor_value_info(
            "rows", onnx.TensorProto.INT64, [features, "tokens", 4]
        )
        given = helper.make_tensor_value_info(output, onnx.TensorProto.FLOAT, ["tokens", "width"])
        graph = helper.make_graph(self._nodes, "tokens", [rows], [given], self._constants)
        operators = [helper.make_opsetid("", _OPERATORS)]
        made = helper.make_model(graph, opset_imports=operators, ir_version=_IR_VERSION)
        return bytes(made.SerializeToString())


def _only(model: Thinc, name: str) -> Thinc:
    """Return the one part of a name; raise ``ValueError`` where there is another number."""
    [found] = [node for node in model.walk() if node.name == name]
    return found


def as_one_graph(model: Thinc) -> Thinc | None:
    """Return a model that gives the vectors of one of spaCy's, None where that has another form.

    It predicts alone: it cannot be trained or saved.
    """
    try:
        encoder = _Encoder.of(model)
    except (LookupError, ValueError, AttributeError):
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        encoder.graph(), options, providers=["CPUExecutionProvider"]
    )

    def rows(doc: Doc) -> Array:
        """Return which rows of its table each feature of each token has."""
        values = doc.to_array(list(encoder.features)).reshape(len(doc), len(encoder.features)).T
        hashed = [
            model.ops.hash(np.ascontiguousarray(ids), seed) % len(table)
            for ids, (table, seed) in zip(values, encoder.tables, strict=True)
        ]
        return np.array(hashed, dtype=np.int64)

    def forward(_: Any, docs: Sequence[Doc], is_train: bool) -> tuple[list[Array], Any]:
        if is_train:
            raise NotImplementedError
        return [session.run(None, {"rows": rows(doc)})[0] for doc in docs], None

    return Model("tokens_as_one_graph", forward, dims={"nO": model.get_dim("nO")})
