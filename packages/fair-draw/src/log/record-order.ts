/** The checks `once` and `order`: each record's place in its draw (draw protocol §8). */
import { seedCommitHash } from '../seeds.ts';
import { type LogRecordKind, timeOfRecord } from './log-records.ts';
import type { Event, Findings } from './log-state.ts';

/** What may follow a void. */
const AFTER_VOID: ReadonlySet<LogRecordKind> = new Set(['reveal', 'result']);

export function checkOnce({ at, record, repeated }: Event, { fail }: Findings): void {
  if (repeated) fail('once', `record ${at} is a second ${record.kind} of its draw`);
}

export function checkOrder(event: Event, { fail }: Findings): void {
  const { at, record, draw } = event;
  const problem = orderProblem(event);
  if (problem !== null) fail('order', `record ${at} ${problem}`);
  if (draw.last !== null && timeOfRecord(record) < draw.last.time) {
    fail('order', `record ${at} is earlier than the record of its draw before it`);
  }
  if (draw.first.void !== undefined && !AFTER_VOID.has(record.kind)) {
    fail('order', `record ${at} follows the end of its draw`);
  }
}

/** What is wrong with a record's place in its draw, as the rest of a sentence that begins with the record. */
function orderProblem({ record, draw }: Event): string | null {
  const { open, close, freeze, result } = draw.first;
  switch (record.kind) {
    case 'open':
      return draw.last === null ? null : 'opens a draw that has records';
    case 'replan':
    case 'close':
      if (record.fields.openHash !== open?.hash) return 'does not name the opening of its draw';
      return record.kind === 'replan' && close !== undefined ? 'changes the plan after the close' : null;
    case 'change':
      if (open === undefined) return 'is of a draw that was not opened';
      return close === undefined ? null : 'changes an entry after the close';
    case 'freeze':
      return record.fields.closeHash === close?.hash ? null : 'does not name the close of its draw';
    case 'audience':
      if (record.fields.freezeHash !== freeze?.hash) return 'does not name the freeze of its draw';
      return result === undefined ? null : 'is of an audience after the result';
    case 'reveal':
      if (record.fields.freezeHash !== freeze?.hash) return 'does not name the freeze of its draw';
      return seedCommitHash(record.fields.seedReveal) === open?.fields.seedCommitHash
        ? null
        : 'reveals another seed than the promised one';
    case 'result':
      return record.fields.freezeHash === freeze?.hash ? null : 'does not name the freeze of its draw';
    case 'claim':
    case 'extend':
    case 'advance':
      if (record.fields.freezeHash !== freeze?.hash) return 'does not name the freeze of its draw';
      return result === undefined ? 'comes before the result of its draw' : null;
    case 'void':
      return record.fields.lastRecordHash === draw.last?.hash
        ? null
        : 'does not name the last record of its draw';
  }
}
