/** Tickets spread over prizes with plus and minus (R64); for entrants, and for the host who does it for somebody. */
import { LIMITS } from '@glassdrum/raffle-rules';
import { type ReactNode, useState } from 'react';
import type { Placement } from '@glassdrum/contract';
import { Minus, Plus } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PrizeImage } from '../../ui/prize-image.tsx';
import {
  type Allocation,
  allocationOf,
  bodyOf,
  type Bucket,
  isSame,
  leftOf,
  withTickets,
} from './allocation.ts';

const MOST_DIGITS = String(LIMITS.maxTickets.max).length;

interface BucketFormProps {
  buckets: readonly Bucket[];
  /** Tickets in each bucket, of everybody, from bucket 1 on. */
  totals: readonly number[];
  tickets: number;
  placement: Placement;
  /** Entries are open. */
  canChange: boolean;
  /** @returns why it was not saved, as a sentence; null once it is saved */
  onSave: (body: Pick<Placement, 'revision' | 'placed'>) => Promise<string | null>;
}

export function BucketForm({ buckets, totals, tickets, placement, canChange, onSave }: BucketFormProps) {
  const saved = allocationOf(placement);
  const [typed, setTyped] = useState<Allocation | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const shown = canChange && typed !== null ? typed : saved;
  const isChanged = !isSame(shown, saved);
  const left = leftOf(shown, tickets);

  const save = async (): Promise<void> => {
    if (!isChanged || left < 0) return;
    setSaving(true);
    setFailure(null);
    const reason = await onSave({ revision: placement.revision, placed: bodyOf(shown) });
    setSaving(false);
    setFailure(reason);
    // What was pressed while it was on its way is still to be saved.
    if (reason === null) setTyped((now) => (now === shown ? null : now));
  };

  return (
    <>
      {/* The counter stays in view beside the prizes, and never covers the button below them. */}
      <div>
        <p
          role="status"
          className={classNames(
            'sticky top-2 z-10 mt-3 rounded-xl px-4 py-2.5 font-semibold',
            left === 0 ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
          )}
        >
          <span className="font-display text-xl tabular-nums">{leftText(left)}</span>
          {left !== 0 && (
            <span className="block text-sm">
              {left > 0 ? m.buckets_left_warning() : m.buckets_over_text()}
            </span>
          )}
        </p>
        <ul className="mt-2 grid divide-y divide-line">
          {buckets.map((bucket) => (
            <Row
              key={bucket.bucket}
              bucket={bucket}
              total={totals[bucket.bucket - 1] ?? 0}
              tickets={shown.get(bucket.bucket) ?? 0}
              left={left}
              canChange={canChange}
              onTickets={(wanted) => setTyped(withTickets(shown, bucket, wanted, { tickets, saved }))}
            />
          ))}
        </ul>
      </div>
      {canChange ? (
        <div className="mt-3 grid gap-2">
          <Button
            className="w-full"
            unavailable={!isChanged || left < 0}
            pending={isSaving}
            pendingLabel={m.buckets_saving()}
            onClick={() => void save()}
          >
            {m.buckets_save()}
          </Button>
          <p role="status" className={classNames('text-center', failure !== null && 'text-danger')}>
            {stateText({ failure, isChanged, hasPlaced: placement.placed.length > 0 })}
          </p>
        </div>
      ) : (
        <p className="mt-3 text-center text-ink-soft">{m.buckets_final()}</p>
      )}
    </>
  );
}

function leftText(left: number): string {
  if (left < 0) return m.buckets_over({ count: (-left).toLocaleString() });
  if (left === 0) return m.buckets_left_none();
  return left === 1 ? m.buckets_left_one() : m.buckets_left({ count: left.toLocaleString() });
}

interface Saving {
  failure: string | null;
  isChanged: boolean;
  hasPlaced: boolean;
}

function stateText({ failure, isChanged, hasPlaced }: Saving): ReactNode {
  if (failure !== null && isChanged) return m.buckets_failed({ reason: failure });
  if (isChanged) return m.buckets_unsaved();
  return hasPlaced ? m.buckets_saved() : null;
}

interface RowProps {
  bucket: Bucket;
  total: number;
  tickets: number;
  left: number;
  canChange: boolean;
  onTickets: (wanted: number) => void;
}

function Row({ bucket, total, tickets, left, canChange, onTickets }: RowProps) {
  const { prize, image, state } = bucket;
  const name = bucket.name ?? m.draw_prize({ number: prize });
  const isFixed = !canChange || state === 'drawn';
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
      <PrizeImage url={image} prize={prize} className="size-12" />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">{name}</h3>
        <p className="text-sm text-ink-soft tabular-nums">
          {total === 1 ? m.buckets_in_one() : m.buckets_in({ count: total.toLocaleString() })}
        </p>
        {state === 'drawn' && <p className="text-sm text-ink-soft">{m.buckets_drawn()}</p>}
        {state === 'skipped' && tickets > 0 && <p className="text-sm text-warn">{m.buckets_skipped()}</p>}
      </div>
      <div
        role="group"
        aria-label={m.buckets_count({ name })}
        className="col-span-2 flex items-center justify-end gap-2 sm:col-span-1"
      >
        {isFixed ? (
          <span className="px-2 font-display text-2xl font-bold tabular-nums">
            {tickets.toLocaleString()}
          </span>
        ) : (
          <>
            <Button
              variant="quiet"
              className="size-11 px-0"
              aria-label={m.buckets_take({ name })}
              unavailable={tickets === 0}
              onClick={() => onTickets(tickets - 1)}
            >
              <Minus aria-hidden className="size-5 shrink-0" />
            </Button>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={MOST_DIGITS}
              aria-label={m.buckets_count({ name })}
              value={tickets}
              onFocus={(event) => event.target.select()}
              onChange={(event) => onTickets(Number(event.target.value.replace(/\D/gu, '')))}
              className="h-11 w-16 rounded-xl border border-line-strong bg-card text-center font-display text-xl font-bold tabular-nums"
            />
            <Button
              variant="quiet"
              className="size-11 px-0"
              aria-label={m.buckets_add({ name })}
              unavailable={left <= 0 || state === 'skipped'}
              onClick={() => onTickets(tickets + 1)}
            >
              <Plus aria-hidden className="size-5 shrink-0" />
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
