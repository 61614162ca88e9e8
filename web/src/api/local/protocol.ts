/** The messages between the page and the worker. */

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  token: string;
}

export type ToWorker =
  | { type: 'start'; runtime: string }
  | { type: 'request'; number: number; asked: Asked }
  | { type: 'watch'; match: string }
  | { type: 'leave'; match: string };

export type FromWorker =
  | { type: 'progress'; loaded: number; total: number }
  | { type: 'starting' }
  | { type: 'ready' }
  | { type: 'unkept'; reason: string }
  | { type: 'failed'; reason: string }
  | { type: 'reply'; number: number; status: number; body: string }
  | { type: 'message'; match: string; text: string };
