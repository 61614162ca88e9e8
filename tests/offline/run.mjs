// Runs a Python program in the CPython of the browser: `node run.mjs settings.json`. The program's output is ours.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { pyodide, sources, wheels, kernels, program } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, 'pyodide.mjs')));
const python = await loadPyodide({ indexURL: pyodide });
for (const name of fs.readdirSync(wheels).filter((file) => file.endsWith('.whl'))) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(wheels, name))), 'wheel');
}
python.FS.mkdirTree('/sources');
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, '/sources');
python.FS.writeFile('/kernels.wasm', fs.readFileSync(kernels));
await python.runPythonAsync('import sys; sys.path.insert(0, "/sources"); sys.dont_write_bytecode = True');
await python.runPythonAsync(program);
