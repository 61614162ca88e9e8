// Runs a Python program in the CPython of the browser: `node browser_python.mjs settings.json`. Its output is ours.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { pyodide, folders, wheels, kernels, program } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, 'pyodide.mjs')));
const python = await loadPyodide({ indexURL: pyodide });
for (const name of wheels ? fs.readdirSync(wheels).filter((file) => file.endsWith('.whl')) : []) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(wheels, name))), 'wheel');
}
for (const [place, root] of Object.entries(folders)) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
// Processor time of this thread in seconds, for benchmarks: V8's own threads do not count.
globalThis.cpuSeconds = () => {
  const { pid, platform } = process;
  if (platform !== 'linux') return process.cpuUsage().user / 1e6;
  return Number(fs.readFileSync(`/proc/self/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
};
if (kernels) python.FS.writeFile('/kernels.wasm', fs.readFileSync(kernels));
await python.runPythonAsync('import sys; sys.path.insert(0, "/sources"); sys.dont_write_bytecode = True');
try {
  await python.runPythonAsync(program);
} catch (problem) {
  console.error(problem.message); // without the line that threw it: the loader's lines are very long
  process.exitCode = 1;
}
