/**
 * R32, R87, R88 as a state for screens: what this device's own check says about the draw that it watches. The watching itself
 * goes on while pages change (`device-runner.ts`) and is loaded beside them.
 */
import type { DrawPlan, PrizeStatus, LiveResult } from '@glassdrum/contract';
import { useEffect, useSyncExternalStore } from 'react';
import type { DeviceWatch, DrawNews } from './device-runner.ts';
import type { DeviceView } from './device-view.ts';

/** Null while nothing was checked yet. */
export type DeviceCheckState = DeviceView | null;

interface SharedWatch {
  watch: DeviceWatch | null;
  news: DrawNews;
  ending: ReturnType<typeof setTimeout> | undefined;
}

/** Long enough for the next page of the same draw. */
const KEEP_MS = 10_000;
const watches = new Map<string, SharedWatch>();
const readers = new Set<() => void>();
const load = () => import('./device-runner.ts');

function notify(): void {
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** The code of the check, page and worker, before there is anything to check. */
export async function loadDeviceCheck(): Promise<void> {
  (await load()).prepareJudge();
}

/**
 * @param plan null: nothing to check yet. A draw made before version 2 of the protocol is not checked.
 * @param result null before the reveal
 * @param options.now epoch ms on the server's clock, where the page has it
 */
export function useDeviceCheck(
  plan: DrawPlan | null,
  result: LiveResult | null,
  { prizeStatus = null, now = Date.now }: { prizeStatus?: PrizeStatus | null; now?: () => number } = {},
): DeviceCheckState {
  const watched = plan === null || plan.records === null || plan.voided !== null ? null : plan;
  const drawId = watched?.draw_id ?? null;
  useEffect(() => {
    if (drawId === null) return;
    return () => {
      const shared = watches.get(drawId);
      if (shared === undefined) return;
      shared.ending = setTimeout(() => {
        watches.delete(drawId);
        shared.watch?.stop();
      }, KEEP_MS);
    };
  }, [drawId]);
  useEffect(() => {
    if (watched === null) return;
    const news: DrawNews = { plan: watched, result, prizeStatus };
    const shared = watches.get(watched.draw_id);
    if (shared !== undefined) {
      clearTimeout(shared.ending);
      shared.news = news;
      shared.watch?.update(news);
      return;
    }
    const fresh: SharedWatch = { watch: null, news, ending: undefined };
    watches.set(watched.draw_id, fresh);
    load().then(
      ({ watchDraw }) => {
        if (watches.get(watched.draw_id) !== fresh) return;
        fresh.watch = watchDraw(fresh.news, now, notify);
        notify();
      },
      () => {
        // Without its code nothing is checked; the next news tries again.
        watches.delete(watched.draw_id);
      },
    );
  }, [watched, result, prizeStatus, now]);
  return useSyncExternalStore(
    subscribe,
    () => (drawId === null ? null : (watches.get(drawId)?.watch?.view() ?? null)),
    () => null,
  );
}
