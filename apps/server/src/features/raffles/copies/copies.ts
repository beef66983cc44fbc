/**
 * What a raffle that is made from another one has of it (R80): read from the tables, or from a template, and written as a draft.
 *
 * 1. `readCopy` takes the columns of copied-columns.ts.
 * 2. `withOwnImages` stores the images a second time, before any lock is taken; `withDates` moves or drops the times.
 * 3. `writeCopy` writes the draft in the caller's transaction.
 */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Images } from '../../../platform/storage/images.ts';
import { insertDraft, type NewOwner } from '../draft-row.ts';
import { NEW_DRAW, newPrizeId, writePrizeRows } from '../prizes/prize-rows.ts';
import { COPIED } from './copied-columns.ts';

type Copied<Table extends keyof typeof COPIED> = Pick<
  Selectable<Tables[Table]>,
  (typeof COPIED)[Table][number] & keyof Selectable<Tables[Table]>
>;

export interface RaffleCopy {
  raffle: Copied<'raffles'>;
  /** In the order of the list. */
  prizes: Copied<'prizes'>[];
  /** In their order. */
  draws: Copied<'planned_draws'>[];
  /** The rules of the chat; null where nobody has set any. */
  chat: Copied<'chat_rooms'> | null;
  /** R74: what winners are asked for; null for nothing. */
  claimForm: { fields: string } | null;
}

export async function readCopy(query: Kysely<Tables>, raffle: RaffleRow): Promise<RaffleCopy> {
  const { id } = raffle;
  const [prizes, draws, chat, claimForm] = await Promise.all([
    query
      .selectFrom('prizes')
      .select([...COPIED.prizes])
      .where('raffle_id', '=', id)
      .orderBy('position')
      .execute(),
    query
      .selectFrom('planned_draws')
      .select([...COPIED.planned_draws])
      .where('raffle_id', '=', id)
      .orderBy('number')
      .execute(),
    query
      .selectFrom('chat_rooms')
      .select([...COPIED.chat_rooms])
      .where('raffle_id', '=', id)
      .executeTakeFirst(),
    query.selectFrom('claim_forms').select('fields').where('id', '=', id).executeTakeFirst(),
  ]);
  return {
    raffle: only(COPIED.raffles, raffle),
    prizes,
    draws,
    chat: chat ?? null,
    claimForm: claimForm ?? null,
  };
}

/** Templates of earlier versions don't have them. */
type WithLaterMembers = Omit<RaffleCopy, 'claimForm'> & Partial<Pick<RaffleCopy, 'claimForm'>>;

/** A copy as a template stores it. Columns that came later have their defaults in the raffle that is made from it. */
export function parseCopy(content: string): RaffleCopy {
  const { raffle, prizes, draws, chat, claimForm = null } = JSON.parse(content) as WithLaterMembers;
  return {
    raffle: only(COPIED.raffles, raffle),
    prizes: prizes.map((row) => only(COPIED.prizes, row)),
    draws: draws.map((row) => only(COPIED.planned_draws, row)),
    chat: chat === null ? null : only(COPIED.chat_rooms, chat),
    claimForm,
  };
}

/** The members of a row that have these names; those that it doesn't have are left out. */
function only<Row extends object, Name extends keyof Row>(names: readonly Name[], row: Row): Pick<Row, Name> {
  return Object.fromEntries(
    names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  ) as Pick<Row, Name>;
}

/** Paths of the raffle's own image and those of its prizes. */
export function imagesOf({ raffle, prizes }: RaffleCopy): string[] {
  return [raffle, ...prizes].flatMap((row) => row.image_url ?? []);
}

/** With objects of its own, which stay only if they are kept; an image that is gone is left out. */
export async function withOwnImages(images: Images, copy: RaffleCopy): Promise<RaffleCopy> {
  const own = new Map<string, string | null>();
  for (const path of imagesOf(copy)) own.set(path, await images.copy(path));
  const moved = <Row extends { image_url: string | null }>(row: Row): Row => ({
    ...row,
    image_url: row.image_url === null ? null : (own.get(row.image_url) ?? null),
  });
  return { ...copy, raffle: moved(copy.raffle), prizes: copy.prizes.map(moved) };
}

/** @param moved what becomes of a time, epoch ms; null drops it */
export function withDates(copy: RaffleCopy, moved: (at: number) => number | null): RaffleCopy {
  const move = (at: number | null): number | null => (at === null ? null : moved(at));
  return {
    ...copy,
    raffle: { ...copy.raffle, deadline_at: move(copy.raffle.deadline_at) },
    draws: copy.draws.map((draw) => ({ ...draw, planned_at: move(draw.planned_at) })),
  };
}

/** Writes the draft; its images are kept from here on. @param input.more further columns, `now` in epoch ms */
export async function writeCopy(
  trx: Trx,
  images: Images,
  { raffle, prizes, draws, chat, claimForm }: RaffleCopy,
  input: NewOwner & { more?: Partial<Insertable<Tables['raffles']>> },
): Promise<RaffleRow> {
  const { now, more } = input;
  const row = await insertDraft(
    trx,
    images,
    {
      ...raffle,
      hall_code_since: raffle.join_hall_code === 1 ? now : null,
      draws_total: draws.length,
      draws_left: draws.length,
      ...more,
    },
    input,
  );
  for (const { image_url: path } of prizes) if (path !== null) await images.keep(trx, path);
  await writePrizeRows(
    trx,
    row.id,
    prizes.map((prize) => ({ ...prize, id: newPrizeId(), raffle_id: row.id })),
  );
  await trx
    .insertInto('planned_draws')
    .values(draws.map((draw) => ({ ...NEW_DRAW, ...draw, raffle_id: row.id })))
    .execute();
  if (chat !== null) {
    await trx
      .insertInto('chat_rooms')
      .values({ ...chat, raffle_id: row.id })
      .execute();
  }
  if (claimForm !== null) {
    await trx
      .insertInto('claim_forms')
      .values({ id: row.id, raffle_id: row.id, ...claimForm })
      .execute();
  }
  return row;
}
