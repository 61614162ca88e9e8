/** What a move did, in the few words that a list has room for: the move itself stands there already. */

const RESTATES = /( takes \w+$| pushes \S+$| lays a mine on \w+$|^\w+ and \w+ swap$)/;
const CLEARED = /^(\d+) clear(?: for (\d+))?(?: in wave \d+)?$/;
const GOBLIN = /^an? \w+ goblin comes to (\w+)$/;

export function brief(told: string, colours: readonly string[]): string {
  const parts = told.split('; ');
  const further = parts.length > 0 && RESTATES.test(parts[0] ?? '') ? parts.slice(1) : parts;
  const named = further.map((part) => withoutName(part, colours).replace(/^[a-z]+: /, ''));
  return together(together(named, CLEARED, waves), GOBLIN, goblins).join('; ');
}

/** "Green captures c4" stands beside Green's sign: "captures c4". Who wins is said in full. */
function withoutName(part: string, colours: readonly string[]): string {
  const name = colours.find((colour) => part.startsWith(`${colour} `));
  return name === undefined || part.includes(' wins') ? part : part.slice(name.length + 1);
}

/** Several parts of one kind as one, where the first of them stood. */
function together(parts: string[], kind: RegExp, tell: (found: RegExpMatchArray[]) => string): string[] {
  const found = parts.map((part) => part.match(kind));
  const those = found.filter((one) => one !== null);
  if (those.length < 2) return parts;
  const first = found.findIndex((one) => one !== null);
  return parts.flatMap((part, index) => (index === first ? [tell(those)] : found[index] ? [] : [part]));
}

function waves(found: RegExpMatchArray[]): string {
  const sum = (group: number): number => found.reduce((total, one) => total + Number(one[group] ?? 0), 0);
  return `${sum(1)} clear${sum(2) ? ` for ${sum(2)}` : ''} in ${found.length} waves`;
}

const goblins = (found: RegExpMatchArray[]): string => `goblins come to ${found.map((one) => one[1]).join(', ')}`;
