/** The border of a set of cells as one SVG path, one unit per cell, its corners rounded: flood's territory. */

type Corner = readonly [number, number];

/** `inside` is asked about cells off the board too, and must say no there. */
export function outlinePath(rows: number, cols: number, inside: (row: number, col: number) => boolean, radius = 0.28) {
  return loops(rows, cols, inside)
    .map((loop) => rounded(loop, radius))
    .join('');
}

/** Closed walks along the border, with the inside always on the right, corners only. */
export function loops(rows: number, cols: number, inside: (row: number, col: number) => boolean): Corner[][] {
  const edges = borderEdges(rows, cols, inside);
  const found: Corner[][] = [];
  for (const start of edges.keys()) {
    while (edges.get(start)?.length) found.push(corners(walk(edges, start)));
  }
  return found;
}

type Edges = Map<string, Corner[]>;

function borderEdges(rows: number, cols: number, inside: (row: number, col: number) => boolean): Edges {
  const edges: Edges = new Map();
  const add = (from: Corner, to: Corner) => edges.set(String(from), [...(edges.get(String(from)) ?? []), to]);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (!inside(row, col)) continue;
      if (!inside(row - 1, col)) add([col, row], [col + 1, row]);
      if (!inside(row, col + 1)) add([col + 1, row], [col + 1, row + 1]);
      if (!inside(row + 1, col)) add([col + 1, row + 1], [col, row + 1]);
      if (!inside(row, col - 1)) add([col, row + 1], [col, row]);
    }
  }
  return edges;
}

function walk(edges: Edges, start: string): Corner[] {
  const points: Corner[] = [];
  let here = start;
  let before: Corner | null = null;
  do {
    const [x, y] = here.split(',').map(Number) as [number, number];
    const next = takeEdge(edges, here, before, [x, y]);
    if (!next) break;
    points.push([x, y]);
    before = [x, y];
    here = String(next);
  } while (here !== start);
  return points;
}

/** Where two cells touch by a corner only, the sharpest right turn keeps them apart. */
function takeEdge(edges: Edges, here: string, before: Corner | null, at: Corner): Corner | undefined {
  const open = edges.get(here) ?? [];
  if (open.length > 1 && before) {
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    open.sort((a, b) => turn(b) - turn(a));
    function turn(to: Corner): number {
      return dx * (to[1] - at[1]) - dy * (to[0] - at[0]);
    }
  }
  return open.shift();
}

function corners(points: Corner[]): Corner[] {
  return points.filter((point, i) => {
    const before = points.at(i - 1)!;
    const after = points[(i + 1) % points.length]!;
    return (point[0] - before[0]) * (after[1] - point[1]) !== (point[1] - before[1]) * (after[0] - point[0]);
  });
}

function rounded(loop: Corner[], radius: number): string {
  let path = '';
  loop.forEach((corner, i) => {
    const from = towards(corner, loop.at(i - 1)!, radius);
    const to = towards(corner, loop[(i + 1) % loop.length]!, radius);
    path += `${path ? 'L' : 'M'}${from}Q${corner.join(' ')} ${to}`;
  });
  return path + 'Z';
}

function towards(corner: Corner, other: Corner, by: number): string {
  const length = Math.hypot(other[0] - corner[0], other[1] - corner[1]);
  const part = by / length;
  const mix = (a: number, b: number) => Number((a + (b - a) * part).toFixed(3));
  return `${mix(corner[0], other[0])} ${mix(corner[1], other[1])}`;
}
