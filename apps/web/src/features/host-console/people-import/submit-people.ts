/** Hands a judged list of people to the server (R66): all of it at once, or nothing. */
import type { PeopleAnswer, PeopleMode } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { randomKey } from '../../../api/random-key.ts';

export interface PeopleToSend {
  mode: PeopleMode;
  /** As `JudgedPeople` has them. */
  people: string;
  /** The host has seen which rows the server does not take. */
  skipBadRows: boolean;
}

/** One press adds people once, also when its answer is lost and it is made again: the same list keeps its key. */
export function createPeopleSender(raffleId: string): (list: PeopleToSend) => Promise<PeopleAnswer> {
  let last: (PeopleToSend & { key: string }) | null = null;
  return async ({ mode, people, skipBadRows }) => {
    const isSame = last?.mode === mode && last.people === people && last.skipBadRows === skipBadRows;
    const key = isSame && last !== null ? last.key : randomKey();
    last = { mode, people, skipBadRows, key };
    const body = { mode, people, skip_bad_rows: skipBadRows };
    const answer = await call<PeopleAnswer>('POST', `/api/raffles/${raffleId}/people`, body, {
      'idempotency-key': key,
    });
    // The same people again, on purpose, is another press.
    last = null;
    return answer;
  };
}
