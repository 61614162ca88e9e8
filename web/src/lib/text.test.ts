import { expect, it } from 'vitest';
import { sentence } from './text';

it('makes sentences of the server’s phrases', () => {
  expect(sentence('the match is over; restart it')).toBe('The match is over; restart it.');
});
