/** R86: which checkpoint a draw relies on when witnesses are asked about several draws at once. */
import { voidRecord } from '@glassdrum/fair-draw';
import { expect, it, onTestFinished } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../../../test/support/people.ts';
import type { DrawPlan } from '@glassdrum/contract';
import { openDatabase } from '../../../platform/database/database.ts';
import { logSize, signUpTo } from '../../../platform/public-log/checkpoints.ts';
import { storeCosignature } from '../../../platform/public-log/cosignatures.ts';
import { appendPublicRecord } from '../../../platform/public-log/public-log.ts';
import type { Witnesses } from '../../../platform/public-log/witnesses.ts';
import { cosignedInTime, type DrawRow, drawById } from '../draw-rows.ts';
import { sealList, type SealingParts } from './sealing.ts';

type Parts = Omit<SealingParts, 'witnesses'>;

/** A draw whose list was frozen a moment ago, that nobody has sealed, and that no node runs. */
async function frozenDraw(app: TestApp): Promise<Parts & { draw: DrawRow }> {
  const host = await signUp(app);
  const { id, public_link: link } = await openRaffle(host);
  await join(app, link, 'Guest');
  await host.post(`/api/raffles/${id}/draw`, {});
  const plan = await eventually(app, 'the sealing', async () => {
    const answer = await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`);
    return answer.status === 200 && answer.body.sealing.done && answer.body;
  });
  // A node that runs would see that something is left to do, and seal the list itself.
  await app.close();
  const database = await openDatabase(app.storage);
  onTestFinished(database.close);
  await database.query
    .updateTable('draws')
    .set({ freeze_size: null, sealed_at: null })
    .where('id', '=', plan.draw_id)
    .execute();
  const { keys } = app.parts;
  return { database, keys, clock: app.clock, draw: await drawOf({ database }, plan.draw_id) };
}

async function drawOf({ database }: Pick<Parts, 'database'>, id: string): Promise<DrawRow> {
  const draw = await drawById(database.query, id);
  if (draw === null) throw new Error('It was frozen.');
  return draw;
}

/** Another record, such as another draw's freeze, and a checkpoint with it. @returns its size */
async function another({ database, keys, clock }: Parts): Promise<number> {
  const text = voidRecord({ drawId: 'another', lastRecordHash: 'a'.repeat(64), reasonCode: 'test', at: 1 });
  const now = clock.now();
  await database.transaction((trx) =>
    appendPublicRecord(trx, keys, { drawId: 'another', kind: 'void', text, now }),
  );
  const size = await logSize(database);
  await signUpTo({ database, keys }, size, now);
  return size;
}

const seal = (parts: Parts, draw: DrawRow, witnesses: Witnesses): Promise<void> =>
  sealList({ ...parts, witnesses }, draw, { onProgress() {}, signal: new AbortController().signal });

const cosign = ({ database }: Parts, witness: string, size: number, signedAt: number): Promise<boolean> =>
  storeCosignature(database, size, { witness, line: `${witness} ${size}`, signedAt }, 1);

forEachDatabase((makeApp) => {
  it('R86: a witness that has cosigned a later checkpoint counts, because that contains the freeze too', async () => {
    const { draw, ...parts } = await frozenDraw(await makeApp());
    const asked: number[] = [];
    let later = 0;
    await seal(parts, draw, {
      known: 2,
      async askWitnesses(size) {
        asked.push(size);
        if (asked.length === 1) {
          // While these are asked, another node has a later one cosigned; the second witness refuses the earlier then.
          later = await another(parts);
          await cosign(parts, 'one', size, draw.frozen_at_s);
          await cosign(parts, 'two', later, draw.frozen_at_s);
        } else await cosign(parts, 'one', size, draw.frozen_at_s);
      },
    });
    expect(asked).toEqual([later - 1, later]);
    const sealed = await drawOf(parts, draw.id);
    expect([sealed.freeze_size, sealed.sealed_at]).toEqual([later, parts.clock.now()]);
    expect(await cosignedInTime(parts.database.query, sealed)).toBe(2);
  });

  it('R86: a checkpoint that was cosigned too late does not count, however many cosigned it', async () => {
    const { draw, ...parts } = await frozenDraw(await makeApp());
    const asked: number[] = [];
    await seal(parts, draw, {
      known: 2,
      async askWitnesses(size) {
        asked.push(size);
        const isFirst = asked.length === 1;
        if (isFirst) await another(parts);
        await cosign(parts, 'one', size, isFirst ? draw.frozen_at_s : draw.draw_at_s);
        await cosign(parts, 'two', size, draw.draw_at_s);
      },
    });
    const sealed = await drawOf(parts, draw.id);
    expect(sealed.freeze_size).toBe(asked[0]);
    expect(await cosignedInTime(parts.database.query, sealed)).toBe(1);
  });
});
