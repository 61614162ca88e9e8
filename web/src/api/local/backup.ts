/** All matches of this browser, for a file; and those of another browser's file. */
import { ORIGIN } from '../../lib/home';
import { refusalOf } from '../refusal';
import { request, TextRequest } from '../transport';
import type { Entry, TakenMatches } from '../types';
import * as database from './database';

/** Read from the database itself, so that nobody loses anything where the games do not start. */
export async function keptMatches(): Promise<Entry[]> {
  const opened = await database.open();
  const entries = await database.all(opened);
  opened.close();
  return entries.map(({ match, number, body }) => ({ match, number, body }));
}

/** The host looks at all of them before it takes one. A refusal is thrown. */
export async function takeMatches(entries: Entry[]): Promise<TakenMatches> {
  const headers = { 'content-type': 'application/json' };
  const asked = new TextRequest(`${ORIGIN}/browser/matches`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ entries }),
  });
  const answer = await request(asked);
  if (!answer.ok) throw await refusalOf(answer);
  return answer.json();
}
