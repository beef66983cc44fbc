/**
 * The log's tree in the database (draw protocol §8): complete nodes are stored once, with the record that completes them,
 * so an append costs O(log n) and roots and proofs of any size follow from O(log n) rows.
 */
import {
  logConsistencyPath,
  logInclusionPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  nodesNeeded,
  type NodePlace,
  type NodeSource,
} from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';

type Query = Kysely<Tables>;

/** In the transaction that appends the record. */
export async function growTree(trx: Query, index: number, text: string): Promise<void> {
  await trx
    .insertInto('public_log_nodes')
    .values(await nodesOfRecords(trx, index, [text]))
    .execute();
}

/** The nodes that these records complete. @param index of the first record; the others follow it */
export async function nodesOfRecords(
  trx: Query,
  index: number,
  texts: readonly string[],
): Promise<{ level: number; node_index: number; hash: string }[]> {
  const work = (nodeAt: NodeSource) => {
    // Later records need nodes that earlier ones of this call complete.
    const fresh = new Map<string, Uint8Array>();
    const nodeOf: NodeSource = (place) => fresh.get(nameOf(place)) ?? nodeAt(place);
    return texts.flatMap((text, offset) => {
      const completed = nodesCompleted(index + offset, logLeafHash(text), nodeOf);
      for (const node of completed) fresh.set(nameOf(node), node.hash);
      return completed;
    });
  };
  const completed = await withNodes(trx, work);
  return completed.map((node) => ({ level: node.level, node_index: node.index, hash: hexOf(node.hash) }));
}

/** 64 hex. */
export async function rootOfSize(query: Query, size: number): Promise<string> {
  return hexOf(await withNodes(query, (nodeAt) => logRoot(size, nodeAt)));
}

/** Hashes from the record up to the root of the first `size` records. @throws RangeError when it is not among them */
export async function inclusionPath(query: Query, index: number, size: number): Promise<string[]> {
  return (await withNodes(query, (nodeAt) => logInclusionPath(index, size, nodeAt))).map(hexOf);
}

/** @throws RangeError when `from` is the larger size */
export async function consistencyPath(query: Query, from: number, to: number): Promise<string[]> {
  return (await withNodes(query, (nodeAt) => logConsistencyPath(from, to, nodeAt))).map(hexOf);
}

/** Asks the database once for all nodes that `work` will want. */
async function withNodes<T>(query: Query, work: (nodeAt: NodeSource) => T): Promise<T> {
  const places = nodesNeeded(work);
  const nodes = places.length === 0 ? new Map<string, Uint8Array>() : await loadNodes(query, places);
  return work((place) => {
    const hash = nodes.get(nameOf(place));
    if (hash === undefined) throw new Error('The public log has a gap.');
    return hash;
  });
}

async function loadNodes(query: Query, places: readonly NodePlace[]): Promise<Map<string, Uint8Array>> {
  const rows = await query
    .selectFrom('public_log_nodes')
    .selectAll()
    .where((eb) =>
      eb.or(
        places.map(({ level, index }) => eb.and([eb('level', '=', level), eb('node_index', '=', index)])),
      ),
    )
    .execute();
  return new Map(
    rows.map((row) => [nameOf({ level: row.level, index: row.node_index }), Buffer.from(row.hash, 'hex')]),
  );
}

function nameOf({ level, index }: NodePlace): string {
  return `${level}/${index}`;
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
