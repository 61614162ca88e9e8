import { afterEach, describe, expect, it, vi } from 'vitest';
import { cuesFor, shake } from './sound';
import type { CommonSound, Cue, OwnSound } from './timeline';

const cues = (...names: CommonSound[]): Cue[] => names.map((name) => ({ at: 0, name, strength: 1 }));

const TONE = { from: 100, to: 50, seconds: 0.1, volume: 0.1, type: 'sine' } as const;
const own = (sound: OwnSound): Cue => ({ ...sound, at: 0, strength: 1 });
const BANG = own({ name: 'bang', sound: { ...TONE, shake: [40] } });
const WHISPER = own({ name: 'whisper', sound: TONE });

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
    shake([...cues('land'), BANG]);
    expect(vibrate).not.toHaveBeenCalled();
    userActivation.hasBeenActive = true;
    shake([...cues('land'), BANG, WHISPER]);
    shake([WHISPER]);
    shake(cues('over'));
    expect(vibrate.mock.calls).toEqual([[[40]]]);
  });
});
