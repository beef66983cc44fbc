/** The devices that signed that they hold a draw's freeze (R87). */
import type { AudienceRow } from '@glassdrum/fair-draw';
import type { OwnAudienceAnswer } from '@glassdrum/contract';
import type { SeenDraw } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { recordOfDraw } from '../../../platform/public-log/public-log.ts';
import { type AudienceTree, audienceTree } from './audience-tree.ts';

/** The most that a proof lists (draw protocol §7): those with the lowest entry numbers. */
const MAX_ROWS = 10_000;

/**
 * Who signed, in order of entry numbers. Rows are added under the raffle's lock and only until `draws.audience_at` is set. The
 * audience record is written under the same lock, so it covers all rows.
 */
export async function audienceRows(query: Kysely<Tables>, drawId: string): Promise<AudienceRow[]> {
  const rows = await query
    .selectFrom('draw_audience')
    .select(['entry_number', 'seen_at_s', 'signature'])
    .where('draw_id', '=', drawId)
    .orderBy('entry_number')
    .limit(MAX_ROWS)
    .execute();
  return rows.map((row) => [row.entry_number, row.seen_at_s, row.signature]);
}

/** A frozen draw, for devices that sign. */
export interface SignableDraw extends SeenDraw {
  drawId: string;
}

/** The current frozen draws of these raffles. */
export async function signableDraws(
  database: Pick<Database, 'kind'>,
  query: Kysely<Tables>,
  raffleIds: readonly string[],
): Promise<Map<string, SignableDraw>> {
  const rows = await query
    .selectFrom('raffles as r')
    .innerJoin('draws as d', 'd.id', 'r.draw_id')
    .select(['r.id as raffle_id', 'd.id', 'd.freeze_hash', 'd.frozen_at_s', 'd.draw_at_s'])
    .select(['d.audience_at', 'd.voided_at'])
    .where('r.id', ...anyOf(database, raffleIds))
    .where('d.protocol', '=', 2)
    .execute();
  return new Map(
    rows.map((row) => [
      row.raffle_id,
      {
        drawId: row.id,
        freezeHash: row.freeze_hash,
        frozenAt: row.frozen_at_s,
        drawAt: row.draw_at_s,
        over: row.audience_at !== null || row.voided_at !== null,
      },
    ]),
  );
}

/** Draws whose tree is cached: all devices query their place in it within seconds. */
const MAX_CACHED = 20;

interface WrittenAudience {
  record: NonNullable<OwnAudienceAnswer['record']>;
  tree: AudienceTree;
}

/** The place of a device's signature, for all devices of a draw from one read; an audience record never changes. */
export function createAudiencePlaces(database: Database) {
  const cache = new LRUCache<string, Promise<WrittenAudience | null>>({ max: MAX_CACHED });

  async function read(drawId: string): Promise<WrittenAudience | null> {
    const draw = await database.query
      .selectFrom('draws')
      .select('freeze_hash')
      .where('id', '=', drawId)
      .executeTakeFirst();
    const found = await recordOfDraw(database, drawId, 'audience');
    if (draw === undefined || found === null) return null;
    const { text, key_id, signature } = found;
    const rows = await audienceRows(database.query, drawId);
    return { record: { text, key_id, signature }, tree: audienceTree(drawId, draw.freeze_hash, rows) };
  }

  function written(drawId: string): Promise<WrittenAudience | null> {
    const known = cache.get(drawId);
    if (known !== undefined) return known;
    const reading = read(drawId);
    cache.set(drawId, reading);
    // A record that is not written yet, or could not be read, is read again next time.
    reading.then(
      (audience) => audience ?? cache.delete(drawId),
      () => cache.delete(drawId),
    );
    return reading;
  }

  return async (raffleId: string, entryNumber: number): Promise<OwnAudienceAnswer> => {
    const draw = await database.query
      .selectFrom('raffles as r')
      .innerJoin('draws as d', 'd.id', 'r.draw_id')
      .select('d.id')
      .where('r.id', '=', raffleId)
      .executeTakeFirst();
    const audience = draw === undefined ? null : await written(draw.id);
    const place = audience?.tree.place(entryNumber) ?? null;
    return {
      record: audience?.record ?? null,
      index: place?.index ?? null,
      seen_at: place?.seenAt ?? null,
      path: place?.path ?? [],
    };
  };
}
