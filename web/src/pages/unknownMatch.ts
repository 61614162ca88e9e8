/** What every page says when its address names a match that does not exist. */
export const unknownMatch = {
  code: 'unknown_match',
  title: 'There is no such match.',
  advice: 'Check the link, or start a new one.',
} as const;
