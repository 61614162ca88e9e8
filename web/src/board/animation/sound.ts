/** Short sounds for what happens on a board: made of sine and noise, so that nothing is loaded. Off unless asked for. */
import type { Cue, CueName } from './timeline';

interface Tone {
  /** Hertz at the beginning and at the end. */
  from: number;
  to: number;
  seconds: number;
  volume: number;
  type: OscillatorType;
}

const TONES: Record<CueName, Tone> = {
  swap: { from: 340, to: 430, seconds: 0.09, volume: 0.12, type: 'sine' },
  clear: { from: 520, to: 780, seconds: 0.16, volume: 0.16, type: 'triangle' },
  land: { from: 170, to: 110, seconds: 0.07, volume: 0.14, type: 'sine' },
  goblin: { from: 250, to: 330, seconds: 0.14, volume: 0.09, type: 'square' },
  place: { from: 210, to: 140, seconds: 0.09, volume: 0.2, type: 'sine' },
  flip: { from: 420, to: 560, seconds: 0.08, volume: 0.12, type: 'triangle' },
  push: { from: 130, to: 90, seconds: 0.2, volume: 0.2, type: 'sine' },
  eject: { from: 500, to: 180, seconds: 0.16, volume: 0.12, type: 'triangle' },
  mine: { from: 300, to: 300, seconds: 0.06, volume: 0.14, type: 'square' },
  boom: { from: 110, to: 35, seconds: 0.42, volume: 0.34, type: 'sawtooth' },
  end: { from: 523, to: 784, seconds: 0.5, volume: 0.18, type: 'triangle' },
};

/** A later wave, a further tile: each step is a whole tone higher. */
const WHOLE_TONE = 2 ** (2 / 12);
const MOST_STEPS = 8;

let context: AudioContext | null = null;

/** The same sound several times at once is one sound. */
export function playCues(cues: readonly Cue[]): void {
  const heard = new Map(cues.map((cue) => [cue.name, cue]));
  for (const cue of heard.values()) playTone(TONES[cue.name], cue.strength);
}

function playTone({ from, to, seconds, volume, type }: Tone, strength: number): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const pitch = WHOLE_TONE ** Math.min(Math.max(strength - 1, 0), MOST_STEPS);
  const now = context.currentTime;
  const voice = new OscillatorNode(context, { type, frequency: from * pitch });
  voice.frequency.exponentialRampToValueAtTime(to * pitch, now + seconds);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, now + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  voice.connect(gain).connect(context.destination);
  voice.start(now);
  voice.stop(now + seconds + 0.02);
}
