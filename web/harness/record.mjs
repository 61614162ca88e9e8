/** Records real matches for the harness and the tests:  node record.mjs http://127.0.0.1:8000
 *
 *  One person (who follows hints, or plays anything) against the AI; in the middle, all previews and a hint. */
import { writeFile } from 'node:fs/promises';

const SERVER = process.argv[2] ?? 'http://127.0.0.1:8000';
const FOLDER = new URL('../tests/fixtures/', import.meta.url);

/** A mine on the board, and one to lay. */
const armed = (view) => view.mines[0] > 0 && view.cells.join('').includes('*');

const PLANS = [
  { file: 'mosaic', game: 'mosaic', seed: 7, pause: 4 },
  { file: 'cascade', game: 'cascade', seed: 11, pause: 4 },
  { file: 'duel', game: 'duel', pause: 16, level: 'easy', dice: 1 },
  { file: 'pushmine', game: 'pushmine', pause: armed, level: 'easy', dice: 1 },
  {
    file: 'pushmine-dud',
    game: 'pushmine',
    preset: 'dud',
    pause: (view) => view.cells.join('').includes('@'),
    level: 'easy',
    dice: 1,
  },
  { file: 'flood', game: 'flood', seed: 3, pause: 6 },
  { file: 'flood-classic', game: 'flood', preset: 'classic', seed: 5, pause: 8 },
  { file: 'flood-large', game: 'flood', preset: 'large', seed: 6, pause: 4 },
];

for (const plan of PLANS.filter((one) => !process.argv[3] || one.file === process.argv[3])) {
  if (process.argv[4]) plan.dice = Number(process.argv[4]);
  const fixture = await record(plan);
  await writeFile(new URL(`${plan.file}.json`, FOLDER), lineByLine(fixture));
  console.log(plan.file, fixture.steps.length - 1, 'plies', fixture.steps.at(-1).view.status);
}

/** One line per step: small, and still readable. */
function lineByLine({ game, variant, steps, scene }) {
  const lines = steps.map((step) => JSON.stringify(step));
  return `{"game": ${JSON.stringify(game)},\n"variant": ${JSON.stringify(variant)},\n"scene": ${JSON.stringify(scene)},\n"steps": [\n${lines.join(',\n')}\n]}\n`;
}

async function record({ game, preset, seed, pause, level = 'medium', dice = 0 }) {
  const alone = game === 'flood';
  const seats = [{ kind: 'person' }, ...(alone ? [] : [{ kind: 'level', level }])];
  const made = await call('/api/matches', { game, preset, seed, seats, response_delay: 0 });
  const token = made.seats[0].token;
  const address = `/api/matches/${made.id}`;
  let match = made.match;
  let scene = null;
  while (match.status === 'playing') {
    if (match.thinking || match.turn !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      match = await call(address);
      continue;
    }
    if (!scene && (typeof pause === 'function' ? pause(match.view) : match.ply >= pause))
      scene = await pauseAt(match, address, token);
    if (dice) dice = (dice * 1103515245 + 12345) % 2147483648;
    const choice = dice ? choose(match.legal, dice) : (await call(`${address}/hint`, {}, token)).move;
    match = (await call(`${address}/moves`, { move: choice, ply: match.ply }, token)).match;
  }
  const replay = await call(`${address}/replay`);
  return { game, variant: match.variant, steps: replay.steps, scene };
}

/** Mines are rare: lay one every other time when there is one to lay. */
function choose(legal, dice) {
  const mines = legal.filter((text) => text.startsWith('*'));
  const among = mines.length && dice & 8 ? mines : legal;
  return among[(dice >> 4) % among.length];
}

async function pauseAt(match, address, token) {
  const previews = [];
  for (const move of match.legal) previews.push(await call(`${address}/preview`, { move, ply: match.ply }));
  const hint = await call(`${address}/hint`, {}, token);
  delete hint.match;
  return { ply: match.ply, legal: match.legal, previews, hint };
}

async function call(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(SERVER + path, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
