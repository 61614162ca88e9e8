/** Reading values whose type depends on the game: what is not as expected becomes a harmless default. */

export const asNumber = (value: unknown, otherwise = 0): number => (typeof value === 'number' ? value : otherwise);
export const asNumbers = (value: unknown): number[] => (Array.isArray(value) ? value.map((one) => asNumber(one)) : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
