/** What the log says about one draw (draw protocol §8): how far it came, and whether it stopped after its freeze. */
import { type LogRecord, parseLogRecord } from './log-records.ts';

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
  openedAt: number | null;
  frozenAt: number | null;
  drawAt: number | null;
  drawnAt: number | null;
  progress: DrawProgress;
  /** Winners who were passed over. */
  advances: number;
  /** The reason of a void record. After a freeze it hides nothing: the result stays valid to compute, "would have been". */
  voided: string | null;
}

/** @param texts the draw's records, in the log's order @param now Unix seconds */
export function drawHistory(drawId: string, texts: readonly string[], now: number): DrawHistory {
  const records = texts.map(parseLogRecord).filter((record) => record !== null);
  const find = (kind: LogRecord['kind']): LogRecord['fields'] | undefined =>
    records.find((record) => record.kind === kind)?.fields;
  const [open, freeze, result, voided] = [find('open'), find('freeze'), find('result'), find('void')];
  const drawAt = numberOf(freeze?.['draw_at']);
  const drawnAt = numberOf(result?.['drawn_at']);
  return {
    drawId,
    hostId: open?.['host_id'] ?? null,
    hostSeq: numberOf(open?.['host_seq']),
    openedAt: numberOf(open?.['opened_at']),
    frozenAt: numberOf(freeze?.['frozen_at']),
    drawAt,
    drawnAt,
    progress: voided !== undefined && freeze === undefined ? 'voided' : progressOf(drawAt, drawnAt, now),
    advances: records.filter((record) => record.kind === 'advance').length,
    voided: voided?.['reason_code'] ?? null,
  };
}

function progressOf(drawAt: number | null, drawnAt: number | null, now: number): DrawProgress {
  if (drawAt === null) return 'open';
  const latest = drawAt + UNFINISHED_AFTER_SECONDS;
  if (drawnAt !== null) return drawnAt > latest ? 'finished_late' : 'finished';
  return now > latest ? 'never_finished' : 'frozen';
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
