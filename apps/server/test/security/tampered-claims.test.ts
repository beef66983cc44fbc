/**
 * R73: an operator who takes a prize away too early, after it was claimed, or gives it to another than the next in line, is found
 * out, even with the installation's own key: both verifiers fail at exactly the check that is about it (draw protocol §8).
 */
import { advanceRecord, claimRecord, extendRecord, type LogFile } from '@glassdrum/fair-draw';
import { expect, it } from 'vitest';
import { appendPublicRecord } from '../../src/platform/public-log/public-log.ts';
import { checkLogs, checkProofs } from '../support/both-verifiers.ts';
import { drawNext, type Evening, openEvening, proofOf } from '../support/evening.ts';
import { wholeLog } from '../support/log-records.ts';
import { forEachDatabase, type MakeApp } from '../support/make-app.ts';
import { eventually, join, person, signUp } from '../support/people.ts';

const WINDOW_S = 600;

interface Scene extends Evening {
  drawId: string;
  /** Fields of every record about the first prize. */
  of: { drawId: string; freezeHash: string; prize: number };
  winner: number;
  next: number;
  afterNext: number;
  /** Of the result record, seconds: from then on the protocol counts. */
  resultAt: number;
}

async function scene(makeApp: MakeApp): Promise<Scene> {
  const app = await makeApp();
  const host = await signUp(app);
  const evening = await openEvening({ app, host }, [{ name: 'Basket', claim_window: WINDOW_S }]);
  for (let number = 1; number <= 6; number += 1) await join(app, evening.link, `Guest ${number}`);
  const { draw_id: drawId, freeze_hash: freezeHash, winners, alternates } = await drawNext(evening);
  const { logged_at: at } = await app.parts.database.query
    .selectFrom('public_log')
    .select('logged_at')
    .where('kind', '=', 'result')
    .executeTakeFirstOrThrow();
  return {
    ...evening,
    drawId,
    of: { drawId, freezeHash, prize: 1 },
    winner: winners[0]?.entry_number ?? 0,
    next: alternates[0]?.entry_number ?? 0,
    afterNext: alternates[1]?.entry_number ?? 0,
    resultAt: Math.floor(at / 1000),
  };
}

type RecordOf = (scene: Scene) => { kind: 'claim' | 'extend' | 'advance'; text: string };

const claim: RecordOf = ({ of, winner, resultAt }) => ({
  kind: 'claim',
  text: claimRecord({ ...of, entryNumber: winner, by: 'device', at: resultAt }),
});
const extend: RecordOf = ({ of, winner, resultAt }) => ({
  kind: 'extend',
  text: extendRecord({ ...of, entryNumber: winner, seconds: 60, at: resultAt }),
});
/** @param afterS since the result */
const lapse =
  (afterS: number, to: 'next' | 'afterNext' | null = 'next'): RecordOf =>
  (one) => ({
    kind: 'advance',
    text: advanceRecord({
      ...one.of,
      fromEntry: one.winner,
      toEntry: to === null ? null : one[to],
      reason: 'unclaimed',
      at: one.resultAt + afterS,
    }),
  });

const CASES: readonly (readonly [string, readonly RecordOf[], 'sound' | 'advances' | 'claims'])[] = [
  ['a lapse when the window has ended', [lapse(WINDOW_S)], 'sound'],
  ['a lapse a second early', [lapse(WINDOW_S - 1)], 'advances'],
  ['a lapse before an extension has ended', [extend, lapse(WINDOW_S + 59)], 'advances'],
  ['a lapse after an extension', [extend, lapse(WINDOW_S + 60)], 'sound'],
  ['a lapse after a claim', [claim, lapse(WINDOW_S + 60)], 'advances'],
  ['another than the next in line', [lapse(WINDOW_S, 'afterNext')], 'advances'],
  ['nobody, while somebody is in line', [lapse(WINDOW_S, null)], 'advances'],
  ['a second claim', [claim, claim], 'claims'],
];

forEachDatabase((makeApp) => {
  it.each(CASES)('R73 both verifiers judge %s', async (_name, records, expected) => {
    const one = await scene(makeApp);
    const { app } = one;
    const { database, keys } = app.parts;
    for (const [index, recordOf] of records.entries()) {
      const record = {
        drawId: one.drawId,
        ...recordOf(one),
        now: app.clock.now(),
        onceSuffix: `forged ${index}`,
      };
      await database.transaction((trx) => appendPublicRecord(trx, keys, record));
    }
    app.parts.bus.publish({ topic: 'raffle-changed', raffleId: one.id });
    await wholeLog(app);
    const proof = await eventually(app, 'the records in the proof', async () => {
      const found = await proofOf(one, one.drawId);
      return found.log?.after.length === records.length && found;
    });
    const isSound = expected === 'sound';
    const [verified] = checkProofs(app, [{ proof }]);
    expect(verified?.ours).toMatchObject({
      verdict: isSound ? 'VERIFIED' : 'FAILED',
      fails: isSound ? [] : ['standing'],
    });
    expect(verified?.python.fails).toEqual(isSound ? [] : ['standing']);
    const { body: file } = await person(app).get<LogFile>('/api/log/file?proofs=1');
    const [log] = checkLogs([file]);
    expect([log?.ours.fails, log?.python.fails]).toEqual(isSound ? [[], []] : [[expected], [expected]]);
  });
});
