/** The public link (I4), and the short join code that a host can read aloud: characters that nobody mistakes for others. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Database, Trx } from '../../database/database.ts';

/** 30 characters: without 0 and O, 1, I and L, and without U, which makes words. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** A public link never comes without its short join code. */
export async function newLinkAndCode(trx: Trx): Promise<{ public_link: string; join_code: string }> {
  return { public_link: randomBytes(24).toString('base64url'), join_code: await newJoinCode(trx) };
}

/** A code that no raffle has. Out of 6.5 × 10^11, so that a second try is rare. */
async function newJoinCode(trx: Trx): Promise<string> {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
    const taken = await trx
      .selectFrom('raffles')
      .select('id')
      .where('join_code', '=', code)
      .executeTakeFirst();
    if (taken === undefined) return code;
  }
}

/** The public link behind a code; null when it is unknown, switched off or a draft's, which look the same (I4). */
export async function publicLinkOfCode(database: Database, code: string): Promise<string | null> {
  const row = await database.query
    .selectFrom('raffles')
    .select('public_link')
    .where('join_code', '=', code)
    .where('allow_public_join', '=', 1)
    .where('status', '!=', 'draft')
    .executeTakeFirst();
  return row?.public_link ?? null;
}
