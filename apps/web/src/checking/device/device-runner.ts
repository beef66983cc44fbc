/**
 * Watches one draw on this device and feeds its check (R87, R88; draw protocol §10).
 *
 * 1. The freeze is noted by the device's own clock the moment it arrives, and stored, so that a reload or a sleep changes
 *    nothing about when it was seen.
 * 2. Each entry's key signs that it is held; the signature goes out within seconds, spread over all devices.
 * 3. The closed list is fetched, also spread; it is needed only when the round is due.
 * 4. When the round is due two relays are asked for it. Where none answers, the server's word is checked by signature.
 * 5. Whatever happens goes to the worker as events, one batch after the other; what they leave is stored each time.
 *
 * It goes on when pages change, and ends when nobody has looked at it for a while.
 */
import type {
  CommitmentsAnswer,
  DrawInLog,
  DrawPlan,
  PrizeStatus,
  InstallationInfo,
  LiveResult,
  OwnAudienceAnswer,
  OwnEntry,
  OwnEntryAnswer,
} from '@glassdrum/contract';
import type { Observation } from '@glassdrum/fair-draw';
import { call } from '../../api/call.ts';
import type { DrawEvidence, EntryCheck, EntryEvidence } from '../../storage/evidence.ts';
import { changeDraw, readEntriesOf } from '../../storage/evidence-store.ts';
import { collectMissingTerms } from '../evidence/collect-evidence.ts';
import { createBatches } from './batches.ts';
import { audienceRow, type DeviceEvent } from './device-events.ts';
import { deviceEvidence, ownChangesOf, takesPart } from './device-evidence.ts';
import { type DeviceView, viewOf } from './device-view.ts';
import { earlierDraws, recordsOf, unreadEarlier } from './earlier-draws.ts';
import { storedNote, visitLog } from '../installation/log-visit.ts';
import { FIRST_PAUSE_MS, pause, spreadFor, TRIES, withRetries } from './paced-calls.ts';
import { askForRound, measureClock, type RelayParts } from './relays.ts';
import { type Judge, startJudge } from '../worker/run-judge.ts';
import { notedFreeze, rememberedFreeze } from '../evidence/seen-freeze.ts';
import { isInTime, sendSeen, signSeen } from '../evidence/sign-seen.ts';

export { prepareJudge } from '../worker/run-judge.ts';

/** What the page has just been told about the draw. */
export interface DrawNews {
  plan: DrawPlan;
  /** Null before the reveal. */
  result: LiveResult | null;
  prizeStatus: PrizeStatus | null;
}

export interface DeviceWatch {
  update(news: DrawNews): void;
  /** Null while nothing was judged yet. */
  view(): DeviceView | null;
  stop(): void;
}

type List = Pick<CommitmentsAnswer, 'entries' | 'contributions'>;

const SECOND_MS = 1000;
/** After the round is due, relays are asked this long at most. */
const RELAY_LONGEST_MS = 30_000;
/** A page that is opened later than this after the start shows a replay of it. */
const SHOW_SEEN_MS = 120_000;

/** @param serverNow epoch ms on the server's clock @param changed told whenever the view is another one */
export function watchDraw(first: DrawNews, serverNow: () => number, changed: () => void): DeviceWatch {
  const { draw_id: drawId, raffle_id: raffleId } = first.plan;
  const control = new AbortController();
  const { signal } = control;
  const now = (): number => Date.now();
  const noted = notedFreeze(first.plan, now());
  let news = first;
  let evidence: EntryEvidence[] = [];
  let checks: EntryCheck[] = [];
  let list: List | null = null;
  let judge: Judge | null = null;
  let hasUnstoredEntry = false;
  let view: DeviceView | null = null;
  const started = new Set<string>();

  /** A draw that is over is looked at by few at a time. */
  const spread = (): Promise<void> =>
    pause(news.result === null ? Math.random() * spreadFor(news.plan.total_entries) : 0);
  /** A task that failed is tried again with the next news. */
  const once = (task: string, work: () => Promise<void>): void => {
    if (started.has(task) || signal.aborted) return;
    started.add(task);
    work().catch(() => {
      started.delete(task);
    });
  };
  const judgeBatch = async (batch: readonly DeviceEvent[]): Promise<void> => {
    if (signal.aborted) return;
    if (judge === null) throw new Error('There is nothing to judge with yet.');
    const judged = await judge.judge(checks, batch);
    ({ checks } = judged);
    view = viewOf(judged, { evidence, hasUnstoredEntry, plan: news.plan });
    changed();
    await changeDraw(drawId, (before) => before && { ...before, checks });
  };
  // What was seen while the worker could not run is judged later.
  const events = createBatches(judgeBatch);
  const all = (observation: Observation): Promise<void> => events.add({ type: 'all', observation });
  const own = (entryNumber: number, observation: Observation): Promise<void> =>
    events.add({ type: 'own', entryNumber, observation });

  const begin = async (): Promise<void> => {
    const drawEvidence = await noteFreeze(news.plan, noted);
    await collectMissingTerms(raffleId, drawId);
    evidence = await readEntriesOf(raffleId);
    hasUnstoredEntry = evidence.length === 0 && (await isEntrant());
    const info = await withRetries(signal, () => call<InstallationInfo>('GET', '/api/installation'));
    judge ??= startJudge(isChainOfJoining(info, evidence) ? info.chain : null);
    checks = await judge.begin(
      subjectsOf(evidence).map((entry) => ({
        entryNumber: entry?.entryNumber ?? null,
        evidence: deviceEvidence(drawId, entry, noted),
      })),
      drawEvidence.checks,
    );
    const relays: RelayParts = {
      relays: info.relays,
      chainHash: news.plan.beacon.chain_hash,
      signal,
      fetch: (input, init) => fetch(input, init),
      pause,
      random: Math.random,
    };
    await events.add(
      { type: 'freeze', plan: news.plan, at: noted / SECOND_MS },
      ...ownEvents(evidence),
      ...unreadEarlier(news.plan, evidence).map((observation): DeviceEvent => ({ type: 'all', observation })),
    );
    once('sign', () => sign(drawEvidence));
    once('clock', async () => {
      const parts = news.plan.beacon.kind === 'drand' ? relays : { ...relays, relays: [] };
      const { ahead, by } = await measureClock(parts, info.chain, { now, serverNow });
      await all({ type: 'clock', seconds: -ahead, source: by });
    });
    once('show', seeShow);
    once('round', () => askRelays(relays));
    follow();
  };

  /** What becomes possible with what was told last. */
  const follow = (): void => {
    const { plan, result, prizeStatus } = news;
    if (judge === null || checks.length === 0) return;
    void events.again();
    once(`freeze ${plan.freeze_hash}`, async () => {
      await noteFreeze(plan, now());
      await events.add({ type: 'freeze', plan, at: notedFreeze(plan, now()) / SECOND_MS });
    });
    const { seed_reveal: seedReveal, beacon_text: text, beacon_signature: signature } = plan;
    const at = now() / SECOND_MS;
    if (seedReveal !== null) once(`seed ${seedReveal}`, () => all({ type: 'seed', at, seedReveal }));
    if (text !== null) once(`text ${text}`, () => all({ type: 'room_text', text }));
    if (signature !== null) {
      once(`round ${signature}`, () => all({ type: 'round', signature, source: 'server' }));
    }
    once('list', fetchList);
    once('changes', fetchChanges);
    once('replans', fetchReplans);
    once('earlier', fetchEarlier);
    once('log', checkLog);
    if (plan.audience.final) once('audience', fetchAudience);
    if (list === null || result === null || seedReveal === null || plan.beacon_value === null) return;
    const known = list;
    once(`result ${rowsKey(result)}`, () => events.add({ type: 'outcome', plan, list: known, result }));
    const passed = prizeStatus?.passed_over ?? [];
    if (passed.length > 0) once(`after ${passed.length}`, () => fetchLater(plan, known, result, passed));
  };

  /** Of a browser that stores nothing, as in a private window. */
  const isEntrant = (): Promise<boolean> =>
    call<OwnEntryAnswer>('GET', `/api/raffles/${raffleId}/own-entry`).then(
      ({ entry }) => entry !== null,
      () => false,
    );

  const sign = async (drawEvidence: DrawEvidence): Promise<void> => {
    // One that contradicts what was stored is not vouched for, nor one that came too late.
    if (!isInTime(news.plan, noted) || view?.colour === 'red') return;
    await Promise.all(
      evidence.filter(takesPart).map(async (entry) => {
        const signed = await signSeen(news.plan, entry, drawEvidence, noted);
        if (signed === null) return;
        const parts = { now: serverNow, random: Math.random, pause };
        if (signed.isSent || (await sendSeen(news.plan, entry, signed, parts))) {
          await own(entry.entryNumber, { type: 'seen_sent', row: audienceRow(signed) });
          started.delete('audience');
          follow();
        }
      }),
    );
  };

  const fetchList = async (): Promise<void> => {
    await spread();
    const path = `/api/raffles/${raffleId}/draw/entries`;
    const answer = await withRetries(signal, () => call<CommitmentsAnswer>('GET', path));
    if (answer.draw_id !== drawId) return;
    list = answer;
    await events.add({ type: 'list', plan: news.plan, list });
    follow();
  };

  /** Only where there are any: the log's own records of them say what is true. */
  const fetchChanges = async (): Promise<void> => {
    await spread();
    for (const entry of evidence) {
      const path = `/api/raffles/${raffleId}/me?invitee_id=${entry.inviteeId}`;
      const told = await withRetries(signal, () => call<OwnEntry>('GET', path));
      if (told.changes.length === 0 && ownChangesOf(entry).length === 0) continue;
      const { records } = await withRetries(signal, () => call<DrawInLog>('GET', `/api/log/draws/${drawId}`));
      const texts = records.filter(({ kind }) => kind === 'change').map(({ text }) => text);
      await own(entry.entryNumber, { type: 'own_changes', texts });
    }
  };

  /** Only where the prizes are not those of the opening. */
  const fetchReplans = async (): Promise<void> => {
    const { records } = news.plan;
    if (records === null || records.open.plan_hash === records.close.plan_hash) return;
    await spread();
    const replans = (await recordsOf(signal, drawId))?.filter(({ kind }) => kind === 'replan');
    if (replans === undefined) return;
    await all({
      type: 'replans',
      records: replans.map(({ text, signature }) => ({ text, signature })),
    });
  };

  const fetchEarlier = async (): Promise<void> => {
    await spread();
    for await (const earlier of earlierDraws(signal, news.plan, evidence)) await all(earlier);
  };

  const fetchAudience = async (): Promise<void> => {
    await spread();
    for (const { inviteeId, entryNumber, device } of evidence.filter(takesPart)) {
      if (device === null) continue;
      const path = `/api/raffles/${raffleId}/draw/audience/me?invitee_id=${inviteeId}`;
      const place = await withRetries(signal, () => call<OwnAudienceAnswer>('GET', path));
      if (place.record === null || place.index === null) continue;
      const { text: record, signature } = place.record;
      await own(entryNumber, { type: 'audience', record, signature, index: place.index, path: place.path });
    }
  };

  const fetchLater = async (
    plan: DrawPlan,
    known: List,
    result: LiveResult,
    passedOver: PrizeStatus['passed_over'],
  ): Promise<void> => {
    await spread();
    // A checkpoint that has the newest record may take a moment; what is missing then was never recorded.
    for (let tries = 1; ; tries += 1) {
      const records = (await recordsOf(signal, drawId)) ?? [];
      const at = records.findIndex(({ kind }) => kind === 'result');
      const record = records[at];
      const after = records.slice(at + 1);
      const isRecorded = after.filter(({ kind }) => kind === 'advance').length >= passedOver.length;
      if (record !== undefined && (isRecorded || tries >= TRIES)) {
        const texts = after.map(({ text }) => text);
        await events.add({
          type: 'after',
          plan,
          list: known,
          result,
          record: record.text,
          texts,
          passedOver,
        });
        return;
      }
      if (tries >= TRIES) {
        await all({ type: 'after_draw_unread' });
        throw new Error('The log does not have the result.');
      }
      await pause(FIRST_PAUSE_MS);
    }
  };

  const checkLog = async (): Promise<void> => {
    const key = evidence.find((entry) => entry.installationKey !== null)?.installationKey ?? null;
    try {
      const { notes } = await withRetries(signal, () => visitLog(key, signal));
      for (const note of notes) await all({ type: 'checkpoint', ...note });
    } catch (failure) {
      if (key !== null && (await storedNote(key)) !== null) await all({ type: 'log_unread' });
      throw failure;
    }
  };

  /** The moment at which this screen started the show, or would have if it had been awake, by the device's own clock. */
  const seeShow = async (): Promise<void> => {
    await pause(Math.max(0, news.plan.t0 - serverNow()));
    const since = serverNow() - news.plan.t0;
    if (since < SHOW_SEEN_MS) await all({ type: 'show_start', at: (now() - since) / SECOND_MS });
  };

  const askRelays = async (relays: RelayParts): Promise<void> => {
    const { kind, round, due_at } = news.plan.beacon;
    if (kind !== 'drand' || round === '-') return;
    await pause(Math.max(0, (due_at ?? news.plan.draw_at * SECOND_MS) - serverNow()));
    const begunAt = now();
    await askForRound(relays, round, {
      onAnswer: ({ signature }) => void all({ type: 'round', signature, source: 'relay' }),
      giveUp: () => now() - begunAt > RELAY_LONGEST_MS,
    });
  };

  once('begin', begin);
  return {
    update(next) {
      news = next;
      once('begin', begin);
      follow();
    },
    view: () => view,
    stop() {
      control.abort();
      judge?.end();
    },
  };
}

/** A visitor without an entry has a check too. */
function subjectsOf(evidence: readonly EntryEvidence[]): (EntryEvidence | null)[] {
  return evidence.length === 0 ? [null] : [...evidence];
}

/** A test beacon counts only if the installation said so from the beginning: anyone who has its key knows every round. */
function isChainOfJoining(
  { test_chain, chain }: Pick<InstallationInfo, 'test_chain' | 'chain'>,
  evidence: readonly EntryEvidence[],
): boolean {
  const stored = evidence.filter(({ installationKey }) => installationKey !== null);
  return test_chain && stored.every(({ testChain }) => testChain === chain.chain_hash);
}

/** What each entry did before the freeze. */
function ownEvents(evidence: readonly EntryEvidence[]): DeviceEvent[] {
  return evidence.flatMap((entry) => {
    const { entryNumber, contribution } = entry;
    const changes = ownChangesOf(entry).map((receipt): Observation => ({ type: 'own_change', receipt }));
    const sentAt = contribution?.sentAt ?? null;
    const sent: Observation[] =
      sentAt === null ? [] : [{ type: 'contribution_sent', at: sentAt / SECOND_MS, acknowledged: true }];
    return [...changes, ...sent].map((observation): DeviceEvent => ({
      type: 'own',
      entryNumber,
      observation,
    }));
  });
}

/** Stored at once; a second freeze of the same draw is stored beside the first. */
async function noteFreeze(plan: DrawPlan, seenAt: number): Promise<DrawEvidence> {
  const seen = { freezeHash: plan.freeze_hash, record: plan.freeze_record, seenAt };
  const first = rememberedFreeze(plan.draw_id);
  const fresh: DrawEvidence = {
    drawId: plan.draw_id,
    raffleId: plan.raffle_id,
    storedAt: seenAt,
    // Of an earlier one of which nothing else is left, the hash is enough.
    freezes: first === null || first === plan.freeze_hash ? [seen] : [{ ...seen, freezeHash: first }, seen],
    signatures: [],
    checks: [],
  };
  const stored = await changeDraw(plan.draw_id, (before) => {
    if (before === null) return fresh;
    if (before.freezes.some(({ freezeHash }) => freezeHash === plan.freeze_hash)) return null;
    return { ...before, freezes: [...before.freezes, seen] };
  });
  return stored ?? fresh;
}

function rowsKey({ winners, alternates }: LiveResult): string {
  return [...winners, ...alternates]
    .map(({ prize, position, entry_number, selection_index }) =>
      [prize, position, entry_number, selection_index].join(':'),
    )
    .join(' ');
}
