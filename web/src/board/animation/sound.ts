/** Short sounds for what happens on a board: made of sine and noise, so that nothing is loaded. Off unless asked for. */
import type { CommonSound, Cue, Sound } from './timeline';

/** A hand feels a landing, a capture, a win. */
const COMMON: Readonly<Record<CommonSound, Sound>> = {
  swap: { from: 340, to: 430, seconds: 0.09, volume: 0.12, type: 'sine' },
  clear: { from: 520, to: 780, seconds: 0.16, volume: 0.16, type: 'triangle', shake: [10] },
  land: { from: 170, to: 110, seconds: 0.07, volume: 0.14, type: 'sine', shake: [8] },
  place: { from: 210, to: 140, seconds: 0.09, volume: 0.2, type: 'sine', shake: [10] },
  flip: { from: 420, to: 560, seconds: 0.08, volume: 0.12, type: 'triangle', shake: [14] },
  push: { from: 130, to: 90, seconds: 0.2, volume: 0.2, type: 'sine', shake: [8] },
  won: { from: 523, to: 784, seconds: 0.5, volume: 0.18, type: 'triangle', shake: [30, 50, 30] },
  over: { from: 392, to: 330, seconds: 0.5, volume: 0.14, type: 'sine' },
};

const soundOf = (cue: Cue): Sound => ('sound' in cue ? cue.sound : COMMON[cue.name]);

/** A later wave, a further tile: each step is a whole tone higher. */
const WHOLE_TONE = 2 ** (2 / 12);
const MOST_STEPS = 8;

let context: AudioContext | null = null;

/** What a person hears and feels of these cues: the win of another side does not sound like a win. */
export function cuesFor(cues: readonly Cue[], endsWell: boolean): readonly Cue[] {
  return endsWell ? cues : cues.map((cue) => (cue.name === 'won' ? { ...cue, name: 'over' } : cue));
}

/** The same sound several times at once is one sound. */
export function playCues(cues: readonly Cue[], loudness = 1): void {
  const heard = new Map(cues.map((cue) => [cue.name, cue]));
  for (const cue of heard.values()) playTone(soundOf(cue), cue.strength, loudness);
}

function playTone({ from, to, seconds, volume, type }: Sound, strength: number, loudness: number): void {
  if (loudness <= 0) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const pitch = WHOLE_TONE ** Math.min(Math.max(strength - 1, 0), MOST_STEPS);
  const now = context.currentTime;
  const voice = new OscillatorNode(context, { type, frequency: from * pitch });
  voice.frequency.exponentialRampToValueAtTime(to * pitch, now + seconds);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume * loudness, now + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  voice.connect(gain).connect(context.destination);
  voice.start(now);
  voice.stop(now + seconds + 0.02);
}

/** The strongest of several at once. Before anybody has touched the page, browsers allow none. */
export function shake(cues: readonly Cue[]): void {
  if (!('vibrate' in navigator) || !navigator.userActivation?.hasBeenActive) return;
  const shakes = cues.map((cue) => soundOf(cue).shake ?? []);
  const strongest = shakes.sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0))[0];
  if (strongest?.length) navigator.vibrate(strongest);
}
