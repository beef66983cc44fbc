/**
 * The Idempotency-Key of a join: the same for every attempt until the server has answered, also after a reload in a
 * tunnel, so that one press makes one entry (R24). A refusal made nothing, and another form is another request: both
 * take a new key.
 */
import { randomKey } from '../../api/random-key.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';

/** @param form what is sent, without secrets */
export function joinKey(target: string, form: string): string {
  const stored = readStored(`join-key:${target}`);
  const [key, keptForm] = stored === null ? [] : split(stored);
  if (key !== undefined && keptForm === form) return key;
  const made = randomKey();
  writeStored(`join-key:${target}`, `${made} ${form}`);
  return made;
}

export function forgetJoinKey(target: string): void {
  writeStored(`join-key:${target}`, null);
}

function split(stored: string): [key: string, form: string] {
  const space = stored.indexOf(' ');
  return [stored.slice(0, space), stored.slice(space + 1)];
}
