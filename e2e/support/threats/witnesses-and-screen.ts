/** Rows 16 to 19: witnesses, the audience record, the beacon, the result on screen. */
import type { CommitmentsAnswer, LiveResult } from '@glassdrum/contract';
import {
  audiencePath,
  audienceRecord,
  audienceRoot,
  type AudienceRow,
  verifyProofBytes,
} from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import type { DishonestServer } from '../dishonest-server.ts';
import { forgedCourse, withResult } from '../forged-draw.ts';
import type { Seal } from '../watching-phone.ts';
import { NAMES, noRelays, OTHERS, type Row, type Stage } from './row.ts';

export const WITNESSES_AND_SCREEN: readonly Row[] = [
  {
    title: 'row 16: witnesses who cosign with an earlier time',
    at: 'antedating',
    seal: 'yellow',
    says: /saw the list too late to confirm that it was fixed first/,
    cheat: colludingWitnesses,
  },
  {
    title: 'row 17: a signature of this device that is left out of the audience record',
    seal: 'yellow',
    says: /This device's signature is missing from the record of the audience/,
    async cheat({ server, raffle, draw }) {
      await dropSignatures(server, raffle.id);
      await draw();
    },
  },
  {
    title: 'row 17: another signature under the number of this device in the audience record',
    seal: 'yellow',
    says: /This device's signature is missing from the record of the audience/,
    async cheat({ server, phone, draw }) {
      const { draw_id: drawId, freeze_hash: freezeHash, frozen_at } = await draw();
      const { keys } = server.parts;
      const row: AudienceRow = [OTHERS + 1, frozen_at, keys.sign('not by the device')];
      const root = audienceRoot(drawId, freezeHash, [row]);
      const text = audienceRecord({ drawId, freezeHash, root, count: 1, at: frozen_at + 15 });
      phone.rewritten.rewriting.answer = async (path) =>
        path.includes('/draw/audience/me')
          ? {
              record: { text, key_id: keys.keyId, signature: keys.sign(text) },
              index: 0,
              seen_at: frozen_at,
              path: audiencePath(drawId, freezeHash, [row], 0),
            }
          : undefined;
    },
  },
  {
    title: 'row 18: a beacon of which the operator has the key',
    seal: 'red',
    says: /the proof fails beacon_round/,
    async cheat({ server, phone, draw, list }) {
      const own = createTestChain(new Uint8Array(32).fill(9), { genesisTime: 1_700_000_000, period: 3 });
      const { chainHash, publicKey, genesisTime, period, groupHash } = own.chain;
      const chain = {
        chain_hash: chainHash,
        public_key: publicKey,
        genesis_time: genesisTime,
        period,
        group_hash: groupHash,
      };
      let known: CommitmentsAnswer | null = null;
      const course = forgedCourse(
        { ...server, testChain: own },
        { change: () => ({}), list: () => known as CommitmentsAnswer, names: NAMES },
      );
      phone.rewritten.rewriting.frame = course.frame;
      phone.rewritten.rewriting.answer = async (path, ask, method, body) => {
        if (path !== '/api/installation') return course.answer(path, ask, method, body);
        const info = await ask();
        return { ...info, chain: { ...info.chain, ...chain }, relays: [] };
      };
      await phone.page.reload();
      await expect(phone.page.locator('html')).toHaveAttribute('data-live', 'true');
      await draw();
      known = await list();
    },
  },
  {
    title: 'row 19: another result on the screen than the one that follows',
    seal: 'red',
    says: /the result shown is not the one that was computed|the proof fails/,
    async cheat({ phone, draw }) {
      const friend = (result: LiveResult): LiveResult => {
        const [winner, ...rest] = result.winners;
        if (winner === undefined) return result;
        const entry_number = (winner.entry_number % OTHERS) + 1;
        const display_name = NAMES[entry_number - 1] ?? null;
        return { ...result, winners: [{ ...winner, entry_number, display_name }, ...rest] };
      };
      phone.rewritten.rewriting.frame = (message) => [withResult(message, friend)];
      await draw();
    },
  },
];

/** Row 17: each signature is confirmed and none is stored, however busy the machine is. */
async function dropSignatures({ parts }: DishonestServer, raffleId: string): Promise<void> {
  const { query } = parts.database;
  const raffle = query.selectFrom('raffles').select('draw_id').where('id', '=', raffleId);
  const { draw_id: drawId } = await raffle.executeTakeFirstOrThrow();
  await sql`
    CREATE TRIGGER ${sql.id(`drop ${drawId}`)} BEFORE INSERT ON draw_audience WHEN new.draw_id = ${sql.lit(drawId)}
    BEGIN SELECT RAISE(IGNORE); END
  `.execute(query);
}

/** Row 16: to anyone who trusts these witnesses the proof holds; the phone knows when it got the list. */
async function colludingWitnesses({ server, phone, raffle, draw }: Stage): Promise<Seal> {
  phone.rewritten.rewriting.answer = noRelays;
  await draw();
  const seal = await phone.seal('yellow');
  const proof = await (await fetch(`${server.url}/api/raffles/${raffle.id}/proof`)).arrayBuffer();
  const { steps } = verifyProofBytes(new Uint8Array(proof), {
    witnessKeys: server.witnessKeys,
    witnessQuorum: 2,
    chains: [server.testChain.chain],
  });
  expect(steps.find(({ name }) => name === 'witnesses')).toEqual({ name: 'witnesses', status: 'PASS' });
  return seal;
}
