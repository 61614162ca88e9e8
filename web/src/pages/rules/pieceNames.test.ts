import { describe, expect, it } from 'vitest';
import { withPieceNames } from './pieceNames';

const look = (name: string) => ({ symbol: '', name, colour: null });
const FLOOD = { game: 'flood', looks: { g: look('green'), y: look('yellow') } };

describe('the names of pieces in rules and lessons', () => {
  it('are those of the palette', () => {
    const text = 'Follow the **{green}** cells, not {yellow}.';
    expect(withPieceNames(text, FLOOD, 'standard')).toBe('Follow the **green** cells, not yellow.');
    expect(withPieceNames(text, FLOOD, 'blue-yellow')).toBe('Follow the **teal** cells, not cream.');
    expect(withPieceNames(text, FLOOD, 'shades')).toBe('Follow the **grey** cells, not white.');
  });

  it('have a capital where the placeholder has one', () => {
    expect(withPieceNames('**{Yellow}** looks near.', FLOOD, 'shades')).toBe('**White** looks near.');
  });

  it('are the words themselves where no look is called so, and never a placeholder', () => {
    expect(withPieceNames('{Grene} and {sky blue}', FLOOD, 'shades')).toBe('Grene and sky blue');
  });

  it('leave other braces alone', () => {
    expect(withPieceNames('`{"size": 3}`', FLOOD, 'shades')).toBe('`{"size": 3}`');
  });
});
