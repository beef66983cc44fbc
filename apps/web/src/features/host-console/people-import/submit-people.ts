/** Hands a judged list of people to the server (R66): all of it at once, or nothing. */
import type { PeopleAnswer, PeopleMode } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { createCallKeys } from '../../../api/call-key.ts';

export interface PeopleToSend {
  mode: PeopleMode;
  /** As `JudgedPeople` has them. */
  people: string;
  /** The host has seen which rows the server does not take. */
  skipBadRows: boolean;
}

/** One press adds people once, also when its answer is lost and it is made again. */
export function createPeopleSender(raffleId: string): (list: PeopleToSend) => Promise<PeopleAnswer> {
  const keys = createCallKeys();
  return async ({ mode, people, skipBadRows }) => {
    const body = { mode, people, skip_bad_rows: skipBadRows };
    const answer = await call<PeopleAnswer>('POST', `/api/raffles/${raffleId}/people`, body, {
      'idempotency-key': keys.keyOf(JSON.stringify(body)),
    });
    keys.answered();
    return answer;
  };
}
