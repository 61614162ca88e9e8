/** Records as texts: recognizing one, cutting one short, and handing it out as a file. */

/** What a record's line begins with. */
export const LINE_START = 'q1.';

/** Whether a text is a record's line; a record may be JSON, too. */
export const isLine = (text: string): boolean => text.startsWith(LINE_START);

/** Whether a text is a record or game id, rather than a seed. */
export function isRecord(text: string): boolean {
  const begun = text.trimStart();
  return isLine(begun) || begun.startsWith('{');
}

/** A record's line, cut after `ply` moves. */
export function lineUpTo(line: string, ply: number): string {
  const parts = line.split('.');
  const [head, moves] = [parts.slice(0, 5), parts[5]];
  const kept = (moves ?? '').split('-').filter(Boolean).slice(0, ply);
  return [...head, ...(kept.length > 0 ? [kept.join('-')] : [])].join('.');
}

/** Hand a text out as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A record's line with more moves at its end. */
export function lineWith(line: string, moves: readonly string[]): string {
  if (moves.length === 0) return line;
  return `${line}${line.split('.').length > 5 ? '-' : '.'}${moves.join('-')}`;
}
