"""The bundled model as a graph in which each token is quantised by itself.

The model's file scales the activations of a whole batch together, so a text's vector would depend
on its neighbours. Here the same weights stand in a graph that scales each row (a token) alone:
what it gives for a text is the same, bit for bit, in every batch of texts of equal token count,
and lies nearer to the float model. The graph is also shorter. There is no padding and so no mask;
only the first token, which is the text's vector, goes through the last layer's second half; what
repeats in the file (shapes, constants, the parts of normalising and GELU) is one operator; rows
stand so that the heads of attention are read where they lie; and two biases of attention are left
out, as they change nothing that another does not (``_attention``).

Every operator works on each row, or on each text, without regard to the others: that is what the
promise rests on, and what a change must keep. Running the model is in ``local_embedder``.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Array = NDArray[Any]

_LAYERS, _HEADS, _HEAD_WIDTH = 12, 12, 32
_WIDTH = _HEADS * _HEAD_WIDTH
_GROUPS = 2
"""Parts of the heads whose attention is found one after another: that of a long text's six heads
stays in the caches, that of twelve does not (measured: a twentieth of the time at 500 tokens). More
parts give no more, and cost a question a thirtieth."""

_ZERO_POINT = 128
_STEPS = 127
_GELU_LOWEST = 0.17
"""GELU gives nothing below -0.17, so a row's largest value, or this, is its largest magnitude."""

_MICROSOFT = "com.microsoft"
_OPERATORS = {"": 19, _MICROSOFT: 1}
_IR_VERSION = 9


def row_scaled(path: Path) -> bytes:
    """Return the bundled model of this file with activations scaled by row.

    Its input is ``input_ids``, int64 ``(texts, tokens)``; its output the vectors of the first
    tokens, float32 ``(texts, 384)``, not yet of unit length.
    """
    graph = _Graph(_Weights.of(onnx.load(path)))
    return graph.model(graph.encode())


@dataclasses.dataclass(frozen=True)
class _Weights:
    """The arrays of a file by name; of a dense layer its int8 weights and scales by column."""

    arrays: dict[str, Array]
    dense: dict[str, tuple[Array, Array]]

    @classmethod
    def of(cls, model: Any) -> _Weights:
        arrays = {entry.name: numpy_helper.to_array(entry) for entry in model.graph.initializer}
        dense = {}
        for node in model.graph.node:
            if node.op_type == "MatMulInteger":
                stem = node.input[1].removesuffix("_quantized")
                place = node.name.split("/MatMul")[0].strip("/").replace("/", ".")
                dense[place] = arrays[f"{stem}_quantized"], arrays[f"{stem}_scale"]
        return cls(arrays, dense)

    def bias(self, place: str) -> Array:
        """Return a dense layer's bias as float64."""
        return self.arrays[f"{place}.bias"].astype(np.float64)

    def through(self, place: str, row: Array) -> Array:
        """Return what a dense layer without its bias makes of a row, float64.

        Summed by NumPy itself: a matrix product may round otherwise with another number of threads.
        """
        weights, columns = self.dense[place]
        product: Array = (weights * row[:, np.newaxis]).sum(axis=0) * columns.astype(np.float64)
        return product

    def table(self, name: str) -> Array:
        """Return a small table of embeddings as float32."""
        stem = f"embeddings.{name}.weight"
        zero = self.arrays[f"{stem}_zero_point"].astype(np.float32)
        return (self.arrays[f"{stem}_quantized"] - zero) * self.arrays[f"{stem}_scale"]


class _Rows(NamedTuple):
    """A value of the graph ``(rows, width)``, and a zero point for each of its rows."""

    value: str
    zeros: str


class _Graph:
    """Operators added one after another; each method returns the name of what it adds.

    Values are float32 ``(tokens * texts, width)`` unless a name says otherwise: the first tokens of
    all texts, then their second tokens, and so on.
    """

    def __init__(self, weights: _Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: dict[str, Array] = {}
        sizes = self._add("Shape", "input_ids")
        self._texts = self._add("Gather", sizes, self._constant("first", [0]))
        self._tokens = self._add("Gather", sizes, self._constant("second", [1]))
        heads = self._add("Mul", self._texts, self._constant("heads", [_HEADS]))
        rest = self._constant("any", [-1]), heads, self._constant("head_width", [_HEAD_WIDTH])
        self._by_head = self._add("Concat", *rest, axis=0)
        self._zero = self._constant("zero_point", np.uint8(_ZERO_POINT))

    def encode(self) -> str:
        """Add the whole encoder and return its output's name."""
        rows = self._embedded_tokens()
        for number in range(_LAYERS):
            place = f"encoder.layer.{number}"
            asking = rows if number < _LAYERS - 1 else self._first_tokens(rows)
            rows = self._feed_forward(place, self._attention(place, rows, asking))
        return rows.value

    def model(self, output: str) -> bytes:
        """Return the model that gives the value ``output``."""
        ids = helper.make_tensor_value_info(
            "input_ids", onnx.TensorProto.INT64, ["texts", "tokens"]
        )
        vectors = helper.make_tensor_value_info(output, onnx.TensorProto.FLOAT, ["texts", _WIDTH])
        constants = [numpy_helper.from_array(a, name) for name, a in self._constants.items()]
        graph = helper.make_graph(self._nodes, "row_scaled", [ids], [vectors], constants)
        operators = [helper.make_opsetid(*each) for each in _OPERATORS.items()]
        model = helper.make_model(graph, opset_imports=operators, ir_version=_IR_VERSION)
        return bytes(model.SerializeToString())

    def _add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        return self._add_parts(1, operator, *inputs, domain=domain, **attributes)[0]

    def _add_parts(
        self, parts: int, operator: str, *inputs: str, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Add an operator of so many outputs and return their names."""
        name = f"{operator}_{len(self._nodes)}"
        names = [f"{name}_{part}" for part in range(parts)]
        self._nodes.append(
            helper.make_node(operator, inputs, names, name=name, domain=domain, **attributes)
        )
        return names

    def _constant(self, name: str, value: Any) -> str:
        self._constants[name] = np.ascontiguousarray(value).reshape(np.shape(value))
        return name

    def _embedded_tokens(self) -> _Rows:
        stem = "embeddings.word_embeddings.weight"
        parts = ("quantized", "scale", "zero_point")
        words, *scaling = (
            self._constant(f"{stem}_{part}", self._weights.arrays[f"{stem}_{part}"])
            for part in parts
        )
        ids = self._add("Transpose", "input_ids", perm=(1, 0))
        tokens = self._add("DequantizeLinear", self._add("Gather", words, ids), *scaling)
        # All tokens are of the first type: a text is never a pair.
        places = self._weights.table("position_embeddings")
        places = (places + self._weights.table("token_type_embeddings")[0])[:, np.newaxis]
        begin = self._constant("begin", [0])
        used = self._add("Slice", self._constant("places", places), begin, self._tokens)
        rows = self._flat(self._add("Add", tokens, used))
        count = self._add("Mul", self._texts, self._tokens)
        zeros = self._add("Expand", self._zero, count)
        return _Rows(self._normalised(rows, "embeddings.LayerNorm"), zeros)

    def _first_tokens(self, rows: _Rows) -> _Rows:
        begin = self._constant("begin", [0])
        return _Rows(*(self._add("Slice", each, begin, self._texts) for each in rows))

    def _attention(self, place: str, rows: _Rows, asking: _Rows) -> _Rows:
        """Add the attention of ``asking``, all rows or the first of each text, to ``rows``.

        A bias of the keys adds the same to all scores of a query, which their softmax takes away
        again. A bias of the values adds itself to whatever is mixed of them, as the shares of a
        mix are one together: so it goes through the next layer here, into that one's bias.
        """
        inner, outer = f"{place}.attention.self", f"{place}.attention.output"
        quantised = self._quantised(rows)
        queried = quantised if asking == rows else self._quantised(asking)
        query_bias = self._weights.bias(f"{inner}.query")
        queries = self._dense(f"{inner}.query", queried, query_bias)
        keys, values = (self._dense(f"{inner}.{each}", quantised) for each in ("key", "value"))
        mixed = self._quantised(_Rows(self._mixed(queries, keys, values), asking.zeros))
        passed = self._weights.through(f"{outer}.dense", self._weights.bias(f"{inner}.value"))
        done = self._dense(f"{outer}.dense", mixed, self._weights.bias(f"{outer}.dense") + passed)
        added = self._add("Add", done, asking.value)
        return _Rows(self._normalised(added, f"{outer}.LayerNorm"), asking.zeros)

    def _mixed(self, queries: str, keys: str, values: str) -> str:
        """Return for each query the values, mixed by how near their keys are to it."""
        groups = zip(*(self._heads(each) for each in (queries, keys, values)), strict=True)
        heads = self._add("Concat", *(self._mixed_of(*group) for group in groups), axis=0)
        return self._flat(self._add("Transpose", heads, perm=(1, 0, 2)))

    def _mixed_of(self, queries: str, keys: str, values: str) -> str:
        """Do so for some heads, each ``(tokens, heads, width)``; return ``(heads, tokens, width)``.

        Heads are the batches of these products: ``transBatch`` reads them from the middle.
        """
        nearness = self._add(
            "FusedMatMul",
            queries,
            keys,
            domain=_MICROSOFT,
            transBatchA=1,
            transBatchB=1,
            transB=1,
            alpha=1 / math.sqrt(_HEAD_WIDTH),
        )
        shares = self._add("Softmax", nearness, axis=-1)
        return self._add("FusedMatMul", shares, values, domain=_MICROSOFT, transBatchB=1)

    def _heads(self, rows: str) -> list[str]:
        """Return the heads of all texts in ``_GROUPS`` parts, ``(tokens, heads, width)`` each."""
        heads = self._add("Reshape", rows, self._by_head)
        return self._add_parts(_GROUPS, "Split", heads, axis=1, num_outputs=_GROUPS)

    def _feed_forward(self, place: str, rows: _Rows) -> _Rows:
        inner, outer = f"{place}.intermediate.dense", f"{place}.output"
        wide = self._dense(inner, self._quantised(rows), self._weights.bias(inner))
        active = _Rows(self._add("Gelu", wide, domain=_MICROSOFT), rows.zeros)
        bias = self._weights.bias(f"{outer}.dense")
        done = self._dense(f"{outer}.dense", self._quantised(active, _GELU_LOWEST), bias)
        added = self._add("Add", done, rows.value)
        return _Rows(self._normalised(added, f"{outer}.LayerNorm"), rows.zeros)

    def _quantised(self, rows: _Rows, lowest: float | None = None) -> tuple[str, str]:
        """Return rows as uint8, and their scales ``(rows, 1)``: the promise is made here.

        ``lowest``, where given, is a bound on the magnitude of what is negative in them.
        """
        last, least = self._constant("last", [1]), np.float32(lowest or 1e-6)
        sizes = rows.value if lowest else self._add("Abs", rows.value)
        largest = self._add("ReduceMax", sizes, last, keepdims=0)
        largest = self._add("Clip", largest, self._constant(f"at_least_{least:g}", least))
        scales = self._add("Mul", largest, self._constant("step", np.float32(1 / _STEPS)))
        quantised = self._add("QuantizeLinear", rows.value, scales, rows.zeros, axis=0)
        return quantised, self._add("Reshape", scales, self._constant("column", [-1, 1]))

    def _dense(self, place: str, quantised: tuple[str, str], bias: Array | None = None) -> str:
        """Add a dense layer, with this bias or none."""
        rows, scales = quantised
        weights, columns = self._weights.dense[place]
        product = self._add(
            "MatMulIntegerToFloat",
            rows,
            self._constant(f"{place}.weight", weights),
            self._constant("one", np.float32(1)),
            self._constant(f"{place}.scale", columns),
            self._zero,
            domain=_MICROSOFT,
        )
        result = self._add("Mul", product, scales)
        if bias is None:
            return result
        return self._add("Add", result, self._constant(f"{place}.bias", np.float32(bias)))

    def _normalised(self, rows: str, place: str) -> str:
        parts = (f"{place}.weight", f"{place}.bias")
        constants = [self._constant(name, self._weights.arrays[name]) for name in parts]
        return self._add("LayerNormalization", rows, *constants, axis=-1, epsilon=1e-12)

    def _flat(self, value: str) -> str:
        return self._add("Reshape", value, self._constant("flat", [-1, _WIDTH]))
