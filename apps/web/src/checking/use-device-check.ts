/**
 * R32 as a state for screens: the device notes the freeze record when it first sees it, fetches the frozen list, computes
 * the winners as soon as seed and beacon are there, and compares them with what is announced.
 */
import type { CommitmentsAnswer, DrawPlan, LiveResult, OwnEntry } from '@glassdrum/contract';
import type { Receipt } from '@glassdrum/fair-draw';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { useOwnEntry } from '../participation/use-own-entry.ts';
import { type Difference, differenceFrom } from './announced-difference.ts';
import type { DeviceCheck, DeviceProblem } from './device-check.ts';
import { installationTrust } from './installation-trust.ts';
import { checkDrawInWorker } from './run-check.ts';
import { rememberFreeze } from './seen-freeze.ts';

export type DeviceCheckState =
  /** Nothing was computed yet, or it could not be. */
  | { status: 'not_checked' }
  | { status: 'computing' }
  /** Computed, and nothing announced yet. Who won stays in the worker's answer until then. */
  | { status: 'computed' }
  | { status: 'agrees'; beacon: 'public' | 'test' | 'none'; ownEntryListed: boolean }
  | { status: 'differs'; difference: Difference }
  | { status: 'problem'; problem: DeviceProblem };

/** Thousands of devices see the freeze in the same moment; the list is needed only twenty seconds later. */
const SPREAD_MS = 6000;

/** @param result null before the reveal */
export function useDeviceCheck(plan: DrawPlan | null, result: LiveResult | null): DeviceCheckState {
  const queries = useQueryClient();
  const entry = useOwnEntry(plan?.raffle_id ?? null, 'after freeze');
  const receipt = entry.isPending ? undefined : receiptToFind(entry.data ?? null);
  useEffect(() => {
    if (plan !== null) rememberFreeze(plan, Date.now());
  }, [plan]);
  const path = `/api/raffles/${plan?.raffle_id}/draw/entries`;
  const list = useQuery({
    queryKey: [path],
    enabled: plan !== null,
    retry: 6,
    queryFn: async () => {
      const alreadyDue = plan?.beacon_value !== null;
      if (!alreadyDue) await pause(Math.random() * SPREAD_MS);
      return call<CommitmentsAnswer>('GET', path);
    },
  });
  const ready =
    plan !== null &&
    list.data !== undefined &&
    receipt !== undefined &&
    plan.seed_reveal !== null &&
    plan.beacon_value !== null;
  const check = useQuery<DeviceCheck>({
    queryKey: [
      'device-check',
      plan?.draw_id,
      plan?.freeze_hash,
      plan?.seed_reveal,
      plan?.beacon_value,
      receipt?.signature,
    ],
    enabled: ready,
    queryFn: async ({ signal }) => {
      if (!ready) throw new Error('The check was started too early.');
      const { testChain } = await installationTrust(queries);
      return checkDrawInWorker(
        {
          plan,
          seenFreezeHash: rememberFreeze(plan, Date.now()),
          entries: list.data.entries,
          testChain,
          receipt,
        },
        signal,
      );
    },
  });
  return stateOf(ready, check.data ?? null, check.isError, result);
}

/** Null for those who only watch or have left: there is nothing of theirs to find in the list. */
function receiptToFind(entry: OwnEntry | null): Receipt | null {
  return entry === null || entry.tickets === 0 ? null : entry.receipt;
}

function stateOf(
  ready: boolean,
  check: DeviceCheck | null,
  broken: boolean,
  result: LiveResult | null,
): DeviceCheckState {
  if (check === null) return ready && !broken ? { status: 'computing' } : { status: 'not_checked' };
  if (!check.ok) return { status: 'problem', problem: check.problem };
  if (result === null) return { status: 'computed' };
  const difference = differenceFrom(check, result);
  return difference === null
    ? { status: 'agrees', beacon: check.beacon, ownEntryListed: check.ownEntryListed }
    : { status: 'differs', difference };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
