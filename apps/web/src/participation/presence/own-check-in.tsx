/**
 * R71: whether the visitor's entry is checked in for the next draw, and how to check in. Nothing where people need not be present,
 * and for a holder of a prize, who sits the draw out (R70).
 */
import { useEffect } from 'react';
import type { PublicRaffle } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, ScanLine } from 'lucide-react';
import { sitsOut, useDrawResults } from '../../api/draw-results.ts';
import { m } from '../../messages/generated/messages.js';
import { LinkButton } from '../../ui/link-button.tsx';
import { ownEntryKey, useOwnEntry } from '../entry/use-own-entry.ts';
import { presentText } from './check-in-texts.ts';

/** Every phone of a hall hears of it in the same moment. */
const SPREAD_MS = 3000;

export function OwnCheckIn({ raffle }: { raffle: PublicRaffle }) {
  const checkIn = raffle.presence?.check_in ?? null;
  const own = useOwnEntry(checkIn === null ? null : raffle.id);
  const results = useDrawResults(raffle, checkIn !== null);
  useFreshEntry(raffle.id, checkIn?.opened_at ?? null);
  if (checkIn === null || sitsOut(results, own.data?.entry_number ?? 0)) return null;
  if (own.data !== undefined && own.data !== null && own.data.check_in !== null) {
    return (
      <section
        role="status"
        className="grid grid-cols-[auto_1fr] items-start gap-x-3 rounded-2xl bg-good-soft px-4 py-3 text-left"
      >
        <CircleCheck aria-hidden className="mt-0.5 size-6 text-good" />
        <div>
          <h2 className="text-lg text-good">{m.presence_checked_in()}</h2>
          <p>{m.presence_checked_in_text()}</p>
          <p className="mt-1 text-ink-soft tabular-nums">{presentText(checkIn)}</p>
        </div>
      </section>
    );
  }
  return (
    <section className="rounded-2xl bg-warn-soft px-4 py-4 text-left">
      <h2 className="text-lg text-warn">
        {checkIn.opened_at === null ? m.presence_needed() : m.presence_check_in()}
      </h2>
      <p className="mt-1">
        {checkIn.opened_at === null ? m.presence_not_open() : m.presence_check_in_text()}
      </p>
      {checkIn.opened_at !== null && (
        <>
          <p className="mt-1 text-ink-soft tabular-nums">{presentText(checkIn)}</p>
          <LinkButton href={`/here/${raffle.id}`} variant="quiet" className="mt-3 w-full sm:w-auto">
            <ScanLine aria-hidden className="size-4.5" />
            {m.presence_type_code()}
          </LinkButton>
        </>
      )}
    </section>
  );
}

/** With the opening of check-in every entry gets another receipt (draw protocol §9), which this device stores. */
function useFreshEntry(raffleId: string, openedAt: number | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (openedAt === null) return;
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ownEntryKey(raffleId) }),
      Math.random() * SPREAD_MS,
    );
    return () => clearTimeout(timer);
  }, [raffleId, openedAt, queries]);
}
