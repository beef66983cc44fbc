/** What the log says about one draw (draw protocol §8): how far it came, and whether it stopped after its freeze. */
import { type LogRecordFields, type LogRecordKind, parseLogRecord } from './log-records.ts';

/** From this many seconds after `draw_at` a freeze without a result counts as never finished. */
export const UNFINISHED_AFTER_SECONDS = 3_600;

/**
 * - open: no freeze yet
 * - voided: given up before its freeze, so that there is no result and never will be
 * - frozen: the list is final, the result still to come
 * - never_finished: frozen, and no result an hour after the announced time
 * - finished_late: the result came, but later than that
 * - finished
 */
export type DrawProgress = 'open' | 'voided' | 'frozen' | 'never_finished' | 'finished_late' | 'finished';

/** Times are Unix seconds, as in the records; null for what is not in the log. */
export interface DrawHistory {
  drawId: string;
  hostId: string | null;
  hostSeq: number | null;
  seriesId: string | null;
  stage: number | null;
  openedAt: number | null;
  closedAt: number | null;
  frozenAt: number | null;
  showAt: number | null;
  drawAt: number | null;
  drawnAt: number | null;
  progress: DrawProgress;
  /** Tickets cut, withdrawals and removals after joining. */
  changes: number;
  /** Changes of the plan after the opening. */
  replans: number;
  /** Devices that signed that they held the freeze before the draw; null without an audience record. */
  audience: number | null;
  /** Winners who were passed over. */
  advances: number;
  /**
   * The reason of a void record. After a freeze it hides nothing: what the draw would have given can still be computed,
   * but no one holds its prizes.
   */
  voided: string | null;
}

/** @param texts records of the log in its order; those of other draws are passed over @param now Unix seconds */
export function drawHistory(drawId: string, texts: readonly string[], now: number): DrawHistory {
  const records = texts
    .map(parseLogRecord)
    .filter((record) => record !== null)
    .filter((record) => record.fields.drawId === drawId);
  const [open, close, freeze] = [fieldsOf('open'), fieldsOf('close'), fieldsOf('freeze')];
  const [result, voided] = [fieldsOf('result'), fieldsOf('void')];
  const drawAt = freeze?.drawAt ?? null;
  const drawnAt = result?.at ?? null;
  return {
    drawId,
    hostId: open?.hostId ?? null,
    hostSeq: open?.hostSeq ?? null,
    seriesId: open?.seriesId ?? null,
    stage: open?.stage ?? null,
    openedAt: open?.openedAt ?? null,
    closedAt: close?.closedAt ?? null,
    frozenAt: freeze?.frozenAt ?? null,
    showAt: freeze?.showAt ?? null,
    drawAt,
    drawnAt,
    progress: voided !== undefined && freeze === undefined ? 'voided' : progressOf(drawAt, drawnAt, now),
    changes: countOf('change'),
    replans: countOf('replan'),
    audience: fieldsOf('audience')?.count ?? null,
    advances: countOf('advance'),
    voided: voided?.reasonCode ?? null,
  };

  /** Of the first record of a kind. */
  function fieldsOf<Kind extends LogRecordKind>(kind: Kind): LogRecordFields[Kind] | undefined {
    return records.find((record) => record.kind === kind)?.fields as LogRecordFields[Kind] | undefined;
  }

  function countOf(kind: LogRecordKind): number {
    return records.filter((record) => record.kind === kind).length;
  }
}

function progressOf(drawAt: number | null, drawnAt: number | null, now: number): DrawProgress {
  if (drawAt === null) return 'open';
  const latest = drawAt + UNFINISHED_AFTER_SECONDS;
  if (drawnAt !== null) return drawnAt > latest ? 'finished_late' : 'finished';
  return now > latest ? 'never_finished' : 'frozen';
}
