"""Device memory for other libraries, without a copy: the capsules of DLPack, made by hand.

Numba's device arrays speak `__cuda_array_interface__` alone, and JAX wants DLPack.
"""

import ctypes
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

CPU, CUDA = 1, 2
"""DLPack's kinds of devices."""

_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_: ClassVar = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


_kept: dict[int, tuple[Any, ...]] = {}
"""What a tensor that someone has taken still needs, by the tensor's address."""

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype = ctypes.c_void_p
_pointer_in.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _delete(address: int) -> None:
    _kept.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _discard(capsule: int) -> None:
    """A capsule that nobody has taken goes with its tensor, and a consumer that takes one renames it."""
    if _is_valid(capsule, _NAME):
        _kept.pop(_pointer_in(capsule, _NAME), None)


class DeviceArray:
    """An array of a batch on its device. `torch.from_dlpack`, `jax.dlpack.from_dlpack` and CuPy take it without a copy;
    `numpy()` copies it to the host."""

    def __init__(self, array: Any, address: int, device: tuple[int, int], wait: Callable[[], None]) -> None:
        self._array = array
        self._address = address
        self._device = device
        self._wait = wait

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._array.shape)

    @property
    def dtype(self) -> Any:
        return np.dtype(self._array.dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.dtype}, shape {self.shape}>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self._array.__cuda_array_interface__
        return interface

    def numpy(self) -> Any:
        """A copy in the memory of the host."""
        return np.array(self._array.copy_to_host() if hasattr(self._array, "copy_to_host") else self._array)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, **_: Any) -> Any:
        """A capsule with this memory. The device has finished what was asked of it."""
        self._wait()
        dimensions = len(self.shape)
        shape = (ctypes.c_int64 * dimensions)(*self.shape)
        kind = self.dtype
        tensor = _Tensor(
            self._address, *self._device, dimensions, _CODES[kind.kind], 8 * kind.itemsize, 1,
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), None, 0, None,
            ctypes.cast(_delete, ctypes.c_void_p).value,
        )  # fmt: skip
        address = ctypes.addressof(tensor)
        _kept[address] = (tensor, shape, self._array)
        return _new_capsule(address, _NAME, ctypes.cast(_discard, ctypes.c_void_p))
