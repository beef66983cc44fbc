/** Reading raffles. A draft exists for its host only. */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { anyOf } from '../../database/bulk.ts';
import type { Database, RaffleRow } from '../../database/database.ts';
import { gatherReads } from '../../database/gather.ts';
import { presentHostRaffle, presentPublicRaffle } from './present.ts';

/** What visitors may know; null for an unknown raffle and for a draft. `now` in epoch ms. */
export async function publicRaffle(
  database: Database,
  raffleId: string,
  now: number,
): Promise<PublicRaffle | null> {
  const row = await findRaffle(database, raffleId);
  return row === null || row.status === 'draft' ? null : presentPublicRaffle(row, now);
}

export async function findRaffle(database: Database, raffleId: string): Promise<RaffleRow | null> {
  const row = await database.query
    .selectFrom('raffles')
    .selectAll()
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return row ?? null;
}

/** `findRaffle` for crowds: who asks at once shares a statement. */
export function raffleFinder(database: Database): (raffleId: string) => Promise<RaffleRow | null> {
  const find = gatherReads(async (ids) => {
    const rows = await database.query
      .selectFrom('raffles')
      .selectAll()
      .where('id', 'in', anyOf(database, ids))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });
  return async (raffleId) => (await find(raffleId)) ?? null;
}

/** All raffles of one host, newest first. */
export function rafflesOfHost(database: Database, hostId: string): Promise<RaffleRow[]> {
  return database.query
    .selectFrom('raffles')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The same as their host sees them. @param publicUrl where browsers reach this installation */
export async function hostRafflesOf(
  database: Database,
  hostId: string,
  now: number,
  publicUrl: string,
): Promise<HostRaffle[]> {
  return (await rafflesOfHost(database, hostId)).map((row) => presentHostRaffle(row, now, publicUrl));
}

/** A raffle for its host's own channel; null when it is gone. */
export async function hostRaffle(
  database: Database,
  raffleId: string,
): Promise<{ hostId: string; present: (now: number, publicUrl: string) => HostRaffle } | null> {
  const row = await findRaffle(database, raffleId);
  if (row === null) return null;
  return { hostId: row.host_id, present: (now, publicUrl) => presentHostRaffle(row, now, publicUrl) };
}

export async function raffleIdsOfHost(database: Database, hostId: string): Promise<string[]> {
  const rows = await database.query
    .selectFrom('raffles')
    .select('id')
    .where('host_id', '=', hostId)
    .execute();
  return rows.map((row) => row.id);
}
