"""Makes the file of kernels for the browser: `python -m quincunx.offline.compiler FILE [GAME ...]`.

`collection` calls everything that a browser may ask for, so that Numba compiles it; `translation` turns Numba's
optimised LLVM code into one object file of WebAssembly; `object_file` makes a module of that which can be placed
anywhere in memory. The format is `quincunx.engine.kernels.wasm_file`.
"""
