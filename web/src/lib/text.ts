/** Small words: capitals, plurals, sentences. */

/** With a capital letter, unless it begins with the name of a cell: those keep their small letters. */
export function capital(words: string): string {
  return /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The server's messages are phrases; on a page they stand as sentences. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** "odd_one" becomes "Odd one". */
export function plainName(identifier: string): string {
  const words = identifier.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Within a sentence: "Moves left" becomes "moves left". */
export function small(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
