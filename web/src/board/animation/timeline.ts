/** What is visible at every moment between two positions: actors with motions, effects, and cues for sounds.

A timeline is plain data, and `figuresAt` a pure function of it; the end of a timeline is the new position. "No
animation" is the same path: `paced(timeline, 0)` lasts 0 ms, and only its end is drawn. */
import { linear, type Ease } from './easing';

/** Where and how a piece is; x and y are columns and rows; whole numbers are cells. */
export interface Pose {
  x: number;
  y: number;
  scale: number;
  alpha: number;
  /** 0 lies face up, 1 has turned over once. */
  flip: number;
  /** Wider and lower: a landing. */
  squash: number;
}

export const AT_REST: Omit<Pose, 'x' | 'y'> = { scale: 1, alpha: 1, flip: 0, squash: 0 };

interface Motion {
  from: number;
  until: number;
  to: Partial<Pose>;
  ease: Ease;
}

export interface Actor {
  /** What it looks like at first, and when that changes. */
  look: string;
  looks: { at: number; look: string }[];
  start: Pose;
  /** In order of time; motions that overlap move different parts of the pose. */
  motions: Motion[];
  /** Higher is drawn later. */
  layer: number;
}

export interface Figure extends Pose {
  look: string;
  layer: number;
}

/** Something beside the pieces: points that rise, sparks, smoke, a caption. */
export interface Effect {
  kind: 'points' | 'sparks' | 'smoke' | 'caption' | 'flight';
  at: number;
  until: number;
  x: number;
  y: number;
  text?: string;
  look?: string;
  seat?: number;
  /** How strong it is: the wave's number, for example. */
  strength?: number;
  /** Where a flight ends. */
  to?: { x: number; y: number };
}

export interface LiveEffect extends Effect {
  /** 0 to 1. */
  progress: number;
}

/** A tone, and what a hand feels with it. */
export interface Sound {
  /** Hertz at the beginning and at the end. */
  from: number;
  to: number;
  seconds: number;
  volume: number;
  type: OscillatorType;
  /** Milliseconds of vibration and pause. */
  shake?: number[];
}

/** Sounds that any game may use. */
export type CommonSound = 'swap' | 'clear' | 'land' | 'place' | 'flip' | 'push' | 'won' | 'over';

/** The sound of one game alone. */
export interface OwnSound {
  name: string;
  sound: Sound;
}

export type Cue = ({ name: CommonSound } | OwnSound) & { at: number; strength: number };

export interface Timeline {
  actors: Actor[];
  effects: Effect[];
  cues: Cue[];
  /** When each event has been seen, in the order of the events. */
  beats: number[];
  /** When the pieces are where they belong. */
  duration: number;
  /** When the last effect has gone, too. */
  end: number;
}

export function figuresAt(timeline: Timeline, time: number): Figure[] {
  const figures: Figure[] = [];
  for (const actor of timeline.actors) {
    const figure = figureAt(actor, time);
    if (figure.alpha > 0 && figure.scale > 0) figures.push(figure);
  }
  return figures.sort((a, b) => a.layer - b.layer);
}

function figureAt(actor: Actor, time: number): Figure {
  const figure: Figure = { ...actor.start, look: actor.look, layer: actor.layer };
  for (const motion of actor.motions) {
    if (time < motion.from) continue;
    const over = time >= motion.until;
    const done = over ? 1 : motion.ease((time - motion.from) / (motion.until - motion.from));
    for (const part of Object.keys(motion.to) as (keyof Pose)[]) {
      const goal = motion.to[part]!;
      figure[part] = over ? goal : figure[part] + (goal - figure[part]) * done;
    }
  }
  for (const change of actor.looks) if (time >= change.at) figure.look = change.look;
  return figure;
}

export function effectsAt(timeline: Timeline, time: number): LiveEffect[] {
  return timeline.effects
    .filter((effect) => time >= effect.at && time < effect.until)
    .map((effect) => ({ ...effect, progress: (time - effect.at) / (effect.until - effect.at) }));
}

/** The same at another speed: 2 is twice as fast, 0 shows only the end. */
export function paced(timeline: Timeline, speed: number): Timeline {
  const t = speed > 0 ? (time: number) => time / speed : () => 0;
  return {
    actors: timeline.actors.map((actor) => ({
      ...actor,
      looks: actor.looks.map((change) => ({ ...change, at: t(change.at) })),
      motions: actor.motions.map((motion) => ({ ...motion, from: t(motion.from), until: t(motion.until) })),
    })),
    effects: speed > 0 ? timeline.effects.map((one) => ({ ...one, at: t(one.at), until: t(one.until) })) : [],
    cues: timeline.cues.map((cue) => ({ ...cue, at: t(cue.at) })),
    beats: timeline.beats.map(t),
    duration: t(timeline.duration),
    end: t(timeline.end),
  };
}

/** A motion that is to be added; what is left out starts now and takes no time. */
export interface Going {
  from: number;
  ms: number;
  ease?: Ease;
}

export function go(actor: Actor, to: Partial<Pose>, { from, ms, ease = linear }: Going): Actor {
  actor.motions.push({ from, until: from + ms, to, ease });
  return actor;
}

const HOME_MS = 90;

/** Starts elsewhere, and still ends where it would have: on its way, or, where it has none, by going home first. */
export function displace(actor: Actor, right: number, down: number): void {
  const { x, y } = actor.start;
  const travels = actor.motions.some(({ to }) => to.x !== undefined || to.y !== undefined);
  if (!travels) actor.motions.unshift({ from: 0, until: HOME_MS, to: { x, y }, ease: linear });
  actor.start = { ...actor.start, x: x + right, y: y + down };
}
