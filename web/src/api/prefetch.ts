/** A match requested before the page that shows it has been loaded, so that both load at once. */
import * as api from './client';
import type { MatchView } from './types';

let asked: { id: string; answer: Promise<MatchView> } | null = null;

export function askEarly(id: string): void {
  const answer = api.match(id);
  answer.catch(() => undefined); // the page that takes the answer sees the refusal
  asked = { id, answer };
}

/** The answer that is on its way, once; later calls ask again. */
export function match(id: string): Promise<MatchView> {
  const answer = asked?.id === id ? asked.answer : api.match(id);
  asked = null;
  return answer;
}
