import { afterEach, describe, expect, it, vi } from 'vitest';
import { cuesFor, shake } from './sound';
import type { Cue, CueName } from './timeline';

const cues = (...names: CueName[]): Cue[] => names.map((name) => ({ at: 0, name, strength: 1 }));

describe('the end of a match', () => {
  it('is a win for the side that won, and for watchers', () => {
    expect(cuesFor(cues('flip', 'won'), true)).toEqual(cues('flip', 'won'));
  });

  it('is no win for the side that lost', () => {
    expect(cuesFor(cues('flip', 'won'), false)).toEqual(cues('flip', 'over'));
  });
});

describe('vibration', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is that of the strongest cue, once the page has been touched', () => {
    const vibrate = vi.fn();
    const userActivation = { hasBeenActive: false };
    vi.stubGlobal('navigator', { vibrate, userActivation });
    shake(cues('land', 'boom'));
    expect(vibrate).not.toHaveBeenCalled();
    userActivation.hasBeenActive = true;
    shake(cues('land', 'boom', 'goblin'));
    shake(cues('over'));
    expect(vibrate.mock.calls).toEqual([[[40]]]);
  });
});
