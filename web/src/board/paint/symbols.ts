/** The symbols on pieces: SVG paths within ±10, so that nobody needs colours to tell pieces apart. */

export const SYMBOLS = {
  triangle: 'M0-8.6 8.4 6.4H-8.4Z',
  square: 'M-6.8-6.8H6.8V6.8H-6.8Z',
  diamond: 'M0-9.2 9.2 0 0 9.2-9.2 0Z',
  plus: 'M-2.7-8.3H2.7V-2.7H8.3V2.7H2.7V8.3H-2.7V2.7H-8.3V-2.7H-2.7Z',
  ring: 'M0-8.4A8.4 8.4 0 1 0 0 8.4 8.4 8.4 0 1 0 0-8.4ZM0-3.7A3.7 3.7 0 1 1 0 3.7 3.7 3.7 0 1 1 0-3.7Z',
  dome: 'M-8.6 4.6A8.6 8.6 0 0 1 8.6 4.6Z',
  star: 'M0-9.4 2.7-3.3 9.2-2.7 4.2 1.6 5.8 8 0 4.5-5.8 8-4.2 1.6-9.2-2.7-2.7-3.3Z',
  wedge: 'M0 8.6 8.4-6.4H-8.4Z',
  heart: 'M0 8.4C-6.4 4-9.2.6-9.2-3A4.7 4.7 0 0 1 0-4.6 4.7 4.7 0 0 1 9.2-3C9.2.6 6.4 4 0 8.4Z',
  disc: 'M0-7.6A7.6 7.6 0 1 0 0 7.6 7.6 7.6 0 1 0 0-7.6Z',
  cross: 'M-5.4-8.4 0-3 5.4-8.4 8.4-5.4 3 0 8.4 5.4 5.4 8.4 0 3-5.4 8.4-8.4 5.4-3 0-8.4-5.4Z',
} as const;

export type SymbolName = keyof typeof SYMBOLS;
