/**
 * kill -9 right after each thing that a draw of version 2 stores (draw protocol §2): the close, a contribution, the freeze,
 * its checkpoint, a cosignature, the audience's record, the seed, the beacon, the result and its record. After each the server
 * is started again, and in the end there is the same one draw with everything that was acknowledged in its proof.
 */
import type {
  DrawAnswer,
  DrawPlan,
  HostRaffle,
  JoinAnswer,
  LogAnswer,
  PublicRaffle,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestRelay } from '../../src/platform/beacon/test-relay.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { type Database, openDatabaseBeside } from '../../src/platform/database/database.ts';
import { type Caller, signUp, visitor } from '../../src/demo/fill.ts';
import { addWitnessedLog } from '../../src/platform/public-log/witnesses/witnessed-logs.ts';
import { brokenPromises } from '../support/checker.ts';
import { type Device, newDevice } from '../support/device.ts';
import { KILLABLE_CHAIN, killableInstallation } from '../support/killable.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';
import { startWitness } from '../support/witnesses.ts';

vi.setConfig({ testTimeout: 480_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const ENTRANTS = 5;

type Point = { name: string; reached: (database: Database) => Promise<boolean> };

const exists = (rows: readonly unknown[]): boolean => rows.length > 0;
const drawHas = (
  column: 'freeze_size' | 'audience_at' | 'seed_reveal' | 'beacon_value' | 'result_at',
): Point => ({
  name: column,
  reached: async ({ query }) =>
    exists(await query.selectFrom('draws').select('id').where(column, 'is not', null).execute()),
});
const CLOSED: Point = {
  name: 'the close',
  reached: async ({ query }) => exists(await query.selectFrom('draw_lists').select('draw_id').execute()),
};
const CONTRIBUTED: Point = {
  name: 'a contribution',
  reached: async ({ query }) =>
    exists(await query.selectFrom('draw_contributions').select('draw_id').execute()),
};
const FROZEN: Point = {
  name: 'the freeze',
  reached: async ({ query }) => exists(await query.selectFrom('draws').select('id').execute()),
};
const COSIGNED: Point = {
  name: 'a cosignature',
  reached: async ({ query }) =>
    exists(await query.selectFrom('public_log_cosignatures').select('size').execute()),
};
const ANNOUNCED: Point = {
  name: 'the result record',
  reached: async ({ query }) =>
    exists(await query.selectFrom('public_log').select('kind').where('kind', '=', 'result').execute()),
};

forEachDatabase((makeApp, kind) => {
  test('C5 R33 R86 R87 R89 kill -9 after each step of a draw', async () => {
    const storage = await makeStorage(kind);
    afterAll(storage.drop);
    const testChain = createTestChain(...KILLABLE_CHAIN);
    const relay = await startTestRelay({ testChain, clock: systemClock() });
    afterAll(relay.close);
    const witness = await startWitness(makeApp, 'one.example.org');
    const server = killableInstallation(storage, { BEACON_URLS: relay.url, WITNESSES: witness.entry });
    afterAll(server.end);
    await server.start();
    const log = await visitor(server.url()).get<LogAnswer>('/api/log');
    await addWitnessedLog(witness.app.parts.database, {
      name: 'killed club',
      verifierKey: log.note_key,
      now: Date.now(),
    });
    const beside = await openDatabaseBeside(storage);
    afterAll(() => beside.close());

    const host = await signUp(server.url(), HOST);
    const { id } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Killed at each step',
      allow_public_join: true,
      adds_chance: true,
    });
    const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
    const people: { device: Device; entry: JoinAnswer; call: Caller }[] = [];
    for (let n = 1; n <= ENTRANTS; n += 1) {
      const device = newDevice();
      const call = visitor(server.url());
      const entry = await call.post<JoinAnswer>('/api/join/public', {
        public_link: link,
        display_name: `Guest ${n}`,
        ...device.fields,
      });
      people.push({ device, entry, call });
    }

    const killed: string[] = [];
    const killAfter = async ({ name, reached }: Point): Promise<void> => {
      await vi.waitUntil(() => reached(beside), { timeout: 120_000, interval: 5 });
      await server.kill();
      killed.push(name);
      await server.start();
    };

    const begun = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, {});
    await killAfter(CLOSED);
    const contributed: number[] = [];
    for (const { call, device, entry } of people.slice(0, 3)) {
      const sent = await call
        .post(`/api/raffles/${id}/draw/contribution`, { contribution: device.contribution })
        .then(() => true)
        .catch(() => false);
      if (sent) contributed.push(entry.entry_number);
    }
    expect(contributed).not.toEqual([]);
    await killAfter(CONTRIBUTED);
    await killAfter(FROZEN);
    const everyone = visitor(server.url());
    const plan = await everyone.get<DrawPlan>(`/api/raffles/${id}/draw`);
    expect(plan.draw_id).toBe(begun.draw_id);
    const signed: number[] = [];
    for (const { call, device, entry } of people) {
      const seen = device.seen(plan, entry.entry_number, Math.floor(Date.now() / 1000));
      const sent = await call
        .post(`/api/raffles/${id}/draw/seen`, seen)
        .then(() => true)
        .catch(() => false);
      if (sent) signed.push(entry.entry_number);
    }
    for (const point of [
      drawHas('freeze_size'),
      COSIGNED,
      drawHas('seed_reveal'),
      drawHas('audience_at'),
      drawHas('beacon_value'),
      drawHas('result_at'),
      ANNOUNCED,
    ]) {
      await killAfter(point);
    }
    expect(killed).toHaveLength(10);

    await vi.waitUntil(
      async () => (await everyone.get<PublicRaffle>(`/api/raffles/${id}`)).status === 'drawn',
      { timeout: 120_000, interval: 100 },
    );
    const after = await everyone.get<DrawPlan>(`/api/raffles/${id}/draw`);
    expect([after.draw_id, after.freeze_hash, after.t0]).toEqual([plan.draw_id, plan.freeze_hash, plan.t0]);
    const proof = await vi.waitUntil(
      async () => {
        const file = await everyone.get<DrawProof>(`/api/raffles/${id}/proof`);
        return file.log !== undefined && file;
      },
      { timeout: 30_000, interval: 100 },
    );
    const check = verifyProof(proof, { chains: [testChain.chain] });
    expect(check.verdict).toBe('VERIFIED');
    expect(proof.contributions.map(([entry]) => entry)).toEqual(contributed);
    expect((proof.audience ?? []).map(([entry]) => entry)).toEqual(signed);
    const { chain } = testChain;
    expect(await brokenPromises(beside, { chain, drawn: [id] })).toEqual([]);
  });
});
