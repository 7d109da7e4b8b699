"""The bundled model as a graph in which each token is quantised by itself.

The model's file scales the activations of a whole batch together, so a text's vector would depend
on its neighbours. Here the same weights stand in a graph that scales each row (a token) alone:
what it gives for a text is the same, bit for bit, in every batch of texts of equal token count,
and lies nearer to the float model. The graph is also shorter. There is no padding and so no mask;
only the first token, which is the text's vector, goes through the last layer's second half; and
what repeats in the file (shapes, constants, the parts of normalising and GELU) is one operator.

Every operator works on each row, or on each text, without regard to the others: that is what the
promise rests on, and what a change must keep. Running the model is in ``local_embedder``.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Array = NDArray[Any]

_LAYERS, _HEADS, _HEAD_WIDTH = 12, 12, 32
_WIDTH = _HEADS * _HEAD_WIDTH
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

    def table(self, name: str) -> Array:
        """Return a small table of embeddings as float32."""
        stem = f"embeddings.{name}.weight"
        zero = self.arrays[f"{stem}_zero_point"].astype(np.float32)
        return (self.arrays[f"{stem}_quantized"] - zero) * self.arrays[f"{stem}_scale"]


class _Graph:
    """Operators added one after another; each method returns the name of what it adds.

    Values are float32 ``(texts * tokens, width)`` unless a name says otherwise.
    """

    def __init__(self, weights: _Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._constants: dict[str, Array] = {}
        sizes = self._add("Shape", "input_ids")
        self._texts = self._add("Gather", sizes, self._constant("first", [0]))
        self._tokens = self._add("Gather", sizes, self._constant("second", [1]))

    def encode(self) -> str:
        """Add the whole encoder and return its output's name."""
        rows = self._embedded_tokens()
        for number in range(_LAYERS):
            place = f"encoder.layer.{number}"
            asking = rows if number < _LAYERS - 1 else self._first_tokens(rows)
            rows = self._feed_forward(place, self._attention(place, rows, asking))
        return rows

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
        name = f"{operator}_{len(self._nodes)}"
        self._nodes.append(
            helper.make_node(operator, inputs, [name], name=name, domain=domain, **attributes)
        )
        return name

    def _constant(self, name: str, value: Any) -> str:
        self._constants[name] = np.ascontiguousarray(value).reshape(np.shape(value))
        return name

    def _embedded_tokens(self) -> str:
        stem = "embeddings.word_embeddings.weight"
        parts = ("quantized", "scale", "zero_point")
        words, *scaling = (
            self._constant(f"{stem}_{part}", self._weights.arrays[f"{stem}_{part}"])
            for part in parts
        )
        tokens = self._add("DequantizeLinear", self._add("Gather", words, "input_ids"), *scaling)
        # All tokens are of the first type: a text is never a pair.
        places = self._weights.table("position_embeddings")
        places = places + self._weights.table("token_type_embeddings")[0]
        begin = self._constant("begin", [0])
        used = self._add("Slice", self._constant("places", places), begin, self._tokens)
        return self._normalised(self._flat(self._add("Add", tokens, used)), "embeddings.LayerNorm")

    def _attention(self, place: str, rows: str, asking: str) -> str:
        """Add the attention of ``asking``, all rows or the first of each text, to ``rows``."""
        inner, quantised = f"{place}.attention.self", self._quantised(rows)
        queried = quantised if asking == rows else self._quantised(asking)
        shrink = 1 / math.sqrt(_HEAD_WIDTH)
        queries = self._heads(self._dense(f"{inner}.query", queried, shrink), (0, 2, 1, 3))
        keys = self._heads(self._dense(f"{inner}.key", quantised), (0, 2, 3, 1))
        values = self._heads(self._dense(f"{inner}.value", quantised), (0, 2, 1, 3))
        shares = self._add("Softmax", self._add("MatMul", queries, keys), axis=-1)
        mixed = self._add("Transpose", self._add("MatMul", shares, values), perm=(0, 2, 1, 3))
        done = self._dense(f"{place}.attention.output.dense", self._quantised(self._flat(mixed)))
        return self._normalised(
            self._add("Add", done, asking), f"{place}.attention.output.LayerNorm"
        )

    def _feed_forward(self, place: str, rows: str) -> str:
        wide = self._dense(f"{place}.intermediate.dense", self._quantised(rows))
        active = self._add("Gelu", wide, domain=_MICROSOFT)
        done = self._dense(f"{place}.output.dense", self._quantised(active, _GELU_LOWEST))
        return self._normalised(self._add("Add", done, rows), f"{place}.output.LayerNorm")

    def _quantised(self, rows: str, lowest: float | None = None) -> tuple[str, str]:
        """Return rows as uint8, and their scales ``(rows, 1)``: the promise is made here.

        ``lowest``, where given, is a bound on the magnitude of what is negative in them.
        """
        last, least = self._constant("last", [1]), np.float32(lowest or 1e-6)
        sizes = rows if lowest else self._add("Abs", rows)
        largest = self._add("ReduceMax", sizes, last, keepdims=1)
        largest = self._add("Max", largest, self._constant(f"at_least_{least:g}", least))
        step = self._constant("step", np.float32(1 / _STEPS))
        scales = self._add("Mul", largest, step)
        listed = self._add("Reshape", scales, self._constant("list", [-1]))
        zeros = self._add("Expand", self._zero_point(), self._add("Shape", listed))
        return self._add("QuantizeLinear", rows, listed, zeros, axis=0), scales

    def _zero_point(self) -> str:
        return self._constant("zero_point", np.uint8(_ZERO_POINT))

    def _dense(self, place: str, quantised: tuple[str, str], factor: float = 1) -> str:
        """Add a dense layer, its result multiplied by ``factor``."""
        rows, scales = quantised
        weights, columns = self._weights.dense[place]
        product = self._add(
            "MatMulIntegerToFloat",
            rows,
            self._constant(f"{place}.weight", weights),
            self._constant("one", np.float32(1)),
            self._constant(f"{place}.scale", columns * np.float32(factor)),
            self._zero_point(),
            domain=_MICROSOFT,
        )
        result = self._add("Mul", product, scales)
        added = self._weights.arrays[f"{place}.bias"] * np.float32(factor)
        return self._add("Add", result, self._constant(f"{place}.bias", added))

    def _normalised(self, rows: str, place: str) -> str:
        parts = (f"{place}.weight", f"{place}.bias")
        constants = [self._constant(name, self._weights.arrays[name]) for name in parts]
        return self._add("LayerNormalization", rows, *constants, axis=-1, epsilon=1e-12)

    def _heads(self, rows: str, order: tuple[int, ...]) -> str:
        """Return rows by head, of ``(texts, tokens, heads, width of a head)`` in this order."""
        rest = self._constant("by_head", [-1, _HEADS, _HEAD_WIDTH])
        shape = self._add("Concat", self._texts, rest, axis=0)
        return self._add("Transpose", self._add("Reshape", rows, shape), perm=order)

    def _flat(self, value: str) -> str:
        return self._add("Reshape", value, self._constant("flat", [-1, _WIDTH]))

    def _first_tokens(self, rows: str) -> str:
        rest = self._constant("by_text", [-1, _WIDTH])
        texts = self._add("Reshape", rows, self._add("Concat", self._texts, rest, axis=0))
        return self._add("Gather", texts, self._constant("start", np.int64(0)), axis=1)
