/** Changes the groups of people, as many at a time as one call takes (R63). */
import type { GroupsBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { GroupChange } from './group-choices.ts';

interface Sending {
  /** One call; what it throws ends the change, and everyone after it keeps the groups of before. */
  send: (body: GroupsBody) => Promise<unknown>;
  /** @param done people whose groups are changed by now */
  onProgress: (done: number) => void;
}

export async function regroupPeople(
  people: readonly string[],
  change: GroupChange,
  { send, onProgress }: Sending,
): Promise<void> {
  const size = LIMITS.regroupedAtOnce.max;
  for (let start = 0; start < people.length; start += size) {
    const some = people.slice(start, start + size);
    await send({ people: some, ...change });
    onProgress(start + some.length);
  }
}
