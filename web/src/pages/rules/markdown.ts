/** The little Markdown that our rules are written in, as data; a component draws it, so that no text becomes HTML.
 *
 * Headings, paragraphs, lists, tables, **strong**, *emphasis*, `code`, [links](/…), and fenced blocks: one that begins
 * with ```board is a picture of a board, with the rest of that line as its caption.
 */

export type Inline =
  { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string } | { kind: 'link'; text: string; address: string };

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[]; id: string }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'boards'; boards: Picture[] }
  | { kind: 'code'; text: string };

export interface Picture {
  cells: string[];
  caption: Inline[];
}

const FENCE = /^```\s*(\w*)\s*(.*)$/;
const HEADING = /^(#{1,4})\s+(.*)$/;
const BULLET = /^[-*]\s+(.*)$/;
const NUMBERED = /^\d+[.)]\s+(.*)$/;
const ROW = /^\|(.*)\|\s*$/;
const RULE = /^\|[\s:|-]+\|\s*$/;

/** The same with all pictures in front. */
export function picturesFirst(text: string): Block[] {
  const blocks = parse(text);
  const boards = blocks.flatMap((block) => (block.kind === 'boards' ? block.boards : []));
  return [{ kind: 'boards', boards }, ...blocks.filter((block) => block.kind !== 'boards')];
}

export function parse(text: string): Block[] {
  const lines = text.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
    } else if (FENCE.test(line)) {
      at = fence(lines, at, blocks);
    } else if (HEADING.test(line)) {
      const [, marks = '', title = ''] = line.match(HEADING) ?? [];
      blocks.push({ kind: 'heading', level: marks.length, inlines: inlines(title), id: anchor(title) });
      at += 1;
    } else if (BULLET.test(line) || NUMBERED.test(line)) {
      at = list(lines, at, blocks);
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? '')) {
      at = table(lines, at, blocks);
    } else {
      at = paragraph(lines, at, blocks);
    }
  }
  return blocks;
}

function fence(lines: string[], at: number, blocks: Block[]): number {
  const [, info = '', rest = ''] = (lines[at] ?? '').match(FENCE) ?? [];
  const inside: string[] = [];
  at += 1;
  while (at < lines.length && !(lines[at] ?? '').startsWith('```')) inside.push(lines[at++] ?? '');
  if (info === 'board') {
    const picture = { cells: inside.map((row) => row.trim()).filter(Boolean), caption: inlines(rest) };
    const last = blocks.at(-1);
    if (last?.kind === 'boards') last.boards.push(picture);
    else blocks.push({ kind: 'boards', boards: [picture] });
  } else {
    blocks.push({ kind: 'code', text: inside.join('\n') });
  }
  return at + 1;
}

function list(lines: string[], at: number, blocks: Block[]): number {
  const ordered = NUMBERED.test(lines[at] ?? '');
  const pattern = ordered ? NUMBERED : BULLET;
  const items: string[] = [];
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const item = line.match(pattern);
    if (item) items.push(item[1] ?? '');
    else if (/^\s+\S/.test(line) && items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
    else break;
  }
  blocks.push({ kind: 'list', ordered, items: items.map(inlines) });
  return at;
}

function table(lines: string[], at: number, blocks: Block[]): number {
  const cellsOf = (line: string): Inline[][] =>
    (line.match(ROW)?.[1] ?? '').split('|').map((cell) => inlines(cell.trim()));
  const head = cellsOf(lines[at] ?? '');
  const rows: Inline[][][] = [];
  for (at += 2; at < lines.length && ROW.test(lines[at] ?? ''); at += 1) rows.push(cellsOf(lines[at] ?? ''));
  blocks.push({ kind: 'table', head, rows });
  return at;
}

function paragraph(lines: string[], at: number, blocks: Block[]): number {
  const words: string[] = [];
  while (at < lines.length && isText(lines[at] ?? '')) words.push((lines[at++] ?? '').trim());
  blocks.push({ kind: 'paragraph', inlines: inlines(words.join(' ')) });
  return at;
}

const isText = (line: string): boolean =>
  line.trim() !== '' && !FENCE.test(line) && !HEADING.test(line) && !BULLET.test(line) && !NUMBERED.test(line);

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\(([^()\s]+)\)/g;

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const hit of text.matchAll(INLINE)) {
    if (hit.index > from) found.push({ kind: 'text', text: text.slice(from, hit.index) });
    found.push(inline(hit));
    from = hit.index + hit[0].length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
}

/** The words alone, for screen readers. */
export const spoken = (text: string): string =>
  inlines(text)
    .map((one) => one.text)
    .join('');

function inline(hit: RegExpMatchArray): Inline {
  const [, strong, emphasis, code, label, address] = hit;
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  if (code !== undefined) return { kind: 'code', text: code };
  // Only addresses within the site: rules lead nowhere else.
  return address?.startsWith('/') && !address.startsWith('//')
    ? { kind: 'link', text: label ?? '', address }
    : { kind: 'text', text: label ?? '' };
}

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
