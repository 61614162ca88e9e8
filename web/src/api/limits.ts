/** How long texts may be. Made by tools/api_types.py from what the server accepts. */
export const MOST_CHARACTERS = { name: 24, prompt: 500, record: 60000 } as const;
