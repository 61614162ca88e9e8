"""The arrays of kernels: NumPy's, or where there is no NumPy (in the browser) those of `small_arrays`.

    from quincunx.engine.kernels.arrays import np, npt

Whatever a game or a search does with `np` outside of compiled code has to be something that `small_arrays` has, too.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    try:
        import numpy as np
        import numpy.typing as npt
    except ModuleNotFoundError:
        from quincunx.engine.kernels import small_arrays as np

        npt = np

__all__ = ["np", "npt"]
