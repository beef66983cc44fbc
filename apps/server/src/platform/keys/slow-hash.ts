/**
 * Passwords and passphrases as argon2id hashes, m = 19 MiB, t = 2, p = 1 (I2, I5). At most four are computed at once in
 * this process, so that a storm of sign-ins bounds its memory and leaves the other calls their share of the machine.
 */
import { type Options, hash, verify } from '@node-rs/argon2';

/** The library's own default algorithm is argon2id. */
const COST: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

export function hashSlowly(secret: string): Promise<string> {
  return inTurn(() => hash(secret, COST));
}

/** Whether `secret` is the one that was hashed. A hash of another form is nobody's. */
export function verifySlowly(stored: string, secret: string): Promise<boolean> {
  return inTurn(() => verify(stored, secret));
}

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}
