/** Where an entrant's tickets lie, and how they are put elsewhere (R64). */
import type { OwnEntry, PublicRaffle } from '@glassdrum/contract';
import { effectiveStatus } from '@glassdrum/raffle-rules';
import { useQueryClient } from '@tanstack/react-query';
import { call, CallFailed } from '../../api/call.ts';
import { usePrizeList } from '../../api/prize-list.ts';
import { factsOf } from '../../api/raffle-facts.ts';
import { m } from '../../messages/generated/messages.js';
import { storeOwnChange } from '../../storage/joining.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ownEntryKey, useOwnEntry } from '../entry/use-own-entry.ts';
import { bucketsOf } from './allocation.ts';
import { BucketForm } from './bucket-form.tsx';

interface BucketCardProps {
  raffle: PublicRaffle;
  /** The server's clock. */
  now: () => number;
}

export function BucketCard({ raffle, now }: BucketCardProps) {
  const list = usePrizeList(raffle.id, raffle.prizes_revision + raffle.draws.held);
  const own = useOwnEntry(raffle.id);
  const queries = useQueryClient();
  const placement = own.data?.placement ?? null;
  const failed = list.isError || own.isError;

  const save = async (body: { revision: number; placed: { bucket: number; tickets: number }[] }) => {
    try {
      const answer = await call<OwnEntry>('PUT', `/api/raffles/${raffle.id}/me/placement`, {
        ...body,
        invitee_id: own.data?.invitee_id,
      });
      await storeOwnChange(raffle.id, answer, Date.now()).catch(() => undefined);
      queries.setQueryData(ownEntryKey(raffle.id), answer);
      return null;
    } catch (error) {
      if (!(error instanceof CallFailed)) return m.buckets_offline();
      void queries.invalidateQueries({ queryKey: ownEntryKey(raffle.id) });
      return error.message;
    }
  };

  return (
    <Card className="text-left">
      <h2 className="text-xl">{m.buckets_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.buckets_text()}</p>
      {list.data !== undefined && placement !== null && (
        <BucketForm
          buckets={bucketsOf(list.data)}
          totals={raffle.bucket_totals ?? []}
          tickets={own.data?.tickets ?? 0}
          placement={placement}
          canChange={!raffle.draw_started && effectiveStatus(factsOf(raffle), now()) === 'open'}
          onSave={save}
        />
      )}
      {(list.data === undefined || own.data === undefined) && !failed && <Skeleton className="mt-3 h-72" />}
      {(list.data === undefined || own.data === undefined) && failed && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p>{m.buckets_unavailable()}</p>
          <Button
            variant="quiet"
            onClick={() => {
              void list.refetch();
              void own.refetch();
            }}
          >
            {m.participation_try_again()}
          </Button>
        </div>
      )}
    </Card>
  );
}
