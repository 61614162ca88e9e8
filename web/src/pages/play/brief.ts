/** What a move did, in the few words that a list has room for: the move itself stands there already. */

const RESTATES = /( takes \w+$| pushes \S+$| lays a mine on \w+$|^\w+ and \w+ swap$)/;

export function brief(told: string, colours: readonly string[]): string {
  const parts = told.split('; ');
  const further = parts.length > 0 && RESTATES.test(parts[0] ?? '') ? parts.slice(1) : parts;
  return further.map((part) => withoutName(part, colours).replace(/^[a-z]+: /, '')).join('; ');
}

/** "Green captures c4" stands beside Green's sign: "captures c4". Who wins is said in full. */
function withoutName(part: string, colours: readonly string[]): string {
  const name = colours.find((colour) => part.startsWith(`${colour} `));
  return name === undefined || part.includes(' wins') ? part : part.slice(name.length + 1);
}
