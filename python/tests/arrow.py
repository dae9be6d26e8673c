"""An array of Arrow made of nothing but the standard library, as another program would hand it over."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Pointers = ctypes.POINTER(ctypes.c_void_p)
_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", _Pointers), ("dictionary", ctypes.c_void_p), ("release", _Release),
    ("private", ctypes.c_void_p),
]  # fmt: skip
_Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", _Pointers), ("children", _Pointers), ("dictionary", ctypes.c_void_p),
    ("release", _Release), ("private", ctypes.c_void_p),
]  # fmt: skip
_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Column:
    """Strings (`u`) or bytes (`z`), with offsets of 64 bits in upper case, or numbers (`i`). It has to live until nobody reads it."""

    def __init__(self, rows: Sequence[bytes | None], kind: str = "u") -> None:
        offsets = [0]
        for row in rows:
            offsets.append(offsets[-1] + len(row or b""))
        number = ctypes.c_int64 if kind.isupper() else ctypes.c_int32
        bits = bytearray(len(rows) // 8 + 1)
        for idx, row in enumerate(rows):
            bits[idx // 8] |= (row is not None) << idx % 8
        buffers = [bytes(bits), bytes((number * len(offsets))(*offsets)), b"".join(it or b"" for it in rows)]
        if kind == "i":
            del buffers[1]
        self._kept = [ctypes.create_string_buffer(it, max(len(it), 1)) for it in buffers]
        self._buffers = (ctypes.c_void_p * len(buffers))(*map(ctypes.addressof, self._kept))
        self._length, self._kind = len(rows), kind.encode()
        self._given: list[Any] = []
        self.n_released = 0

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema = _Schema(format=self._kind, name=b"", flags=2, release=_Release(self._release_schema))
        array = _Array(
            length=self._length, null_count=-1, n_buffers=len(self._buffers), buffers=ctypes.cast(self._buffers, _Pointers),
            release=_Release(self._release_array),
        )  # fmt: skip
        self._given += [schema, array]
        there = ((schema, b"arrow_schema"), (array, b"arrow_array"))
        first, second = (_capsule(ctypes.addressof(it), name, None) for it, name in there)
        return first, second

    def _release_schema(self, address: int) -> None:
        _Schema.from_address(address).release = _Release()

    def _release_array(self, address: int) -> None:
        self.n_released += 1
        _Array.from_address(address).release = _Release()
