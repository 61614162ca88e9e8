/** What every page says whose address names a match that there is not. */
export const unknownMatch = {
  code: 'unknown_match',
  title: 'There is no such match.',
  advice: 'Check the link, or start a new one.',
} as const;
