/**
 * The Idempotency-Key of a join: the same for every attempt until the server has answered, also after a reload in a
 * tunnel, so that one press makes one entry (R24). A refusal made nothing, and another form is another request: both
 * take a new key.
 */
import { readStored, writeStored } from './stored.ts';

/** @param form what is sent, without secrets */
export function joinKey(target: string, form: string): string {
  const kept = readStored(`join-key:${target}`);
  const [key, keptForm] = kept === null ? [] : split(kept);
  if (key !== undefined && keptForm === form) return key;
  const made = randomKey();
  writeStored(`join-key:${target}`, `${made} ${form}`);
  return made;
}

export function forgetJoinKey(target: string): void {
  writeStored(`join-key:${target}`, null);
}

function split(kept: string): [key: string, form: string] {
  const space = kept.indexOf(' ');
  return [kept.slice(0, space), kept.slice(space + 1)];
}

/** 128 bits; `crypto.randomUUID` is missing where a page is served without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
