/**
 * Stores what this device is told about its own entry and about the raffle's terms (R88): at joining, and whenever something
 * new is there. What is stored once stays as it is; a later, different answer is a reason for red, not for forgetting.
 */
import type { InstallationInfo, OwnEntry, RaffleTerms } from '@glassdrum/contract';
import { call } from '../../api/call.ts';
import type { EntryEvidence, StoredReceipt, StoredTerms } from '../../storage/evidence.ts';
import { changeEntry, readEntriesOf } from '../../storage/evidence-store.ts';
import { storeOwnEntry } from '../../storage/joining.ts';
import type { CheckedTerms } from '../worker/check-terms.ts';
import { visitLog } from '../installation/log-visit.ts';
import { checkTermsInWorker } from '../worker/run-check.ts';
import { siteBuildHash } from '../installation/site-build.ts';

/** Thousands join in the same minute; the terms of a raffle are one answer for all of them. */
const SPREAD_MS = 1000;
const collecting = new Map<string, Promise<void>>();

/** Never throws; several calls at once are one. @param own as the server told it just now */
export function collectEvidence(raffleId: string, own: OwnEntry): Promise<void> {
  const key = `${own.invitee_id} ${own.receipt?.signature}`;
  const running = collecting.get(key);
  if (running !== undefined) return running;
  const work = collect(raffleId, own)
    .catch(() => undefined)
    .finally(() => collecting.delete(key));
  collecting.set(key, work);
  return work;
}

async function collect(raffleId: string, own: OwnEntry): Promise<void> {
  const stored = await storeOwnEntry(raffleId, own, Date.now());
  if (stored === null || own.receipt === null || hasTermsOf(stored, own.receipt)) return;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
  const { terms } = await storeTerms(raffleId, [stored], own.receipt);
  // The log of the draw has to continue the one of today.
  await visitLog(stored.installationKey ?? terms.public_key, new AbortController().signal);
}

/** The receipt names the draw that is next; once its terms are stored there is nothing to ask for. */
function hasTermsOf({ terms }: EntryEvidence, receipt: StoredReceipt): boolean {
  return terms.some(({ draw_id }) => draw_id === receipt.draw_id);
}

const later = new Set<string>();

/**
 * R86: the opening that follows one that was given up, while this draw is still to come. Never throws.
 * @param seedCommitHash of the draw that is next, as the room tells it
 */
export async function collectNextOpening(raffleId: string, seedCommitHash: string): Promise<void> {
  if (later.has(seedCommitHash)) return;
  later.add(seedCommitHash);
  try {
    // Without any terms they are being asked for, since joining.
    const entries = (await readEntriesOf(raffleId)).filter(
      ({ terms }) => terms.length > 0 && !terms.some((draw) => draw.seed_commit_hash === seedCommitHash),
    );
    if (entries.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    await storeTerms(raffleId, entries, null);
  } catch {
    later.delete(seedCommitHash);
  }
}

/**
 * For somebody who joined in the last seconds before the list was frozen: what the receipt promised by its hash, if the
 * answer was still on its way. Never throws.
 */
export async function collectMissingTerms(raffleId: string, drawId: string): Promise<void> {
  const entries = (await readEntriesOf(raffleId)).filter(
    ({ receipts, terms }) =>
      receipts[0]?.draw_id === drawId && !terms.some(({ draw_id }) => draw_id === drawId),
  );
  const receipt = entries[0]?.receipts[0];
  if (receipt === undefined) return;
  await storeTerms(raffleId, entries, receipt).catch(() => undefined);
}

/**
 * Asks for the terms, recomputes them and adds to each entry what it does not have yet.
 * @param entries the evidence of this browser's entries in the raffle
 */
async function storeTerms(
  raffleId: string,
  entries: readonly EntryEvidence[],
  receipt: StoredReceipt | null,
): Promise<{ terms: RaffleTerms; checked: CheckedTerms }> {
  const [terms, info] = await Promise.all([
    call<RaffleTerms>('GET', `/api/raffles/${raffleId}/terms`),
    call<InstallationInfo>('GET', '/api/installation'),
  ]);
  const now = Date.now();
  const testChain = info.test_chain ? info.chain.chain_hash : null;
  const installationKey = entries.find((entry) => entry.installationKey !== null)?.installationKey ?? null;
  const checked = await checkTermsInWorker({ terms, installationKey, receipt }, new AbortController().signal);
  const build = await siteBuildHash();
  for (const { inviteeId } of entries) {
    await changeEntry(
      inviteeId,
      (before) => before && withTerms(before, { terms, checked, build, testChain, now }),
    );
  }
  return { terms, checked };
}

interface TermsToStore {
  terms: RaffleTerms;
  checked: CheckedTerms;
  build: string | null;
  testChain: string | null;
  /** Epoch ms on this device's clock. */
  now: number;
}

function withTerms(
  before: EntryEvidence,
  { terms, checked, build, testChain, now }: TermsToStore,
): EntryEvidence {
  const known = new Set(before.terms.map(({ draw_id }) => draw_id));
  const added = terms.draws
    .filter(({ draw_id }) => !known.has(draw_id))
    .map((draw): StoredTerms => ({
      draw_id: draw.draw_id,
      seed_commit_hash: draw.seed_commit_hash,
      open: draw.open,
      open_hash: draw.open_hash,
      open_record: draw.open_record,
      plan: draw.plan,
      plan_hash: draw.plan_hash,
      rules: draw.rules,
      replans: draw.replans,
      seenAt: now,
      problem: checked.problems[draw.draw_id] ?? null,
    }));
  return {
    ...before,
    installationKey: before.installationKey ?? terms.public_key,
    // With the key: what is said about the beacon later doesn't count.
    testChain: before.installationKey === null ? testChain : before.testChain,
    build: before.build ?? build,
    terms: [...before.terms, ...added],
  };
}
