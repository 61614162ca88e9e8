/** A match asked for before the page that shows it has been loaded: whoever opens a link to it waits for both at once. */
import * as api from './client';
import type { MatchView } from './types';

let asked: { id: string; answer: Promise<MatchView> } | null = null;

export function askEarly(id: string): void {
  const answer = api.match(id);
  answer.catch(() => undefined); // whoever takes it is told
  asked = { id, answer };
}

/** The answer that is on its way, once; later ones are asked for anew. */
export function match(id: string): Promise<MatchView> {
  const answer = asked?.id === id ? asked.answer : api.match(id);
  asked = null;
  return answer;
}
