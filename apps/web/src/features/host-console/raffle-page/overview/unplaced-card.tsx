/** Who holds tickets that lie in no bucket (R64); for people without a phone the host places them here. */
import { useId, useState } from 'react';
import type { HostRaffle, ParticipantRow, UnplacedAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailed } from '../../../../api/call.ts';
import { usePrizeList } from '../../../../api/prize-list.ts';
import { m } from '../../../../messages/generated/messages.js';
import { bucketsOf } from '../../../../participation/buckets/allocation.ts';
import { BucketForm } from '../../../../participation/buckets/bucket-form.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { hostMay, rafflePhase } from '../../host-actions.ts';

type Unplaced = UnplacedAnswer['entries'][number];

export function UnplacedCard({ raffle }: { raffle: HostRaffle }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Unplaced | null>(null);
  const path = `/api/raffles/${raffle.id}/unplaced`;
  const { data, isError, refetch } = useQuery({
    // What a placement, a sale or a change of tickets alters.
    queryKey: [path, raffle.ticket_total, raffle.bucket_totals, raffle.participant_count],
    queryFn: () => call<UnplacedAnswer>('GET', path),
    placeholderData: (before) => before,
  });
  if (isError && data === undefined) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <p>{m.raffle_unplaced_failed()}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {m.participation_try_again()}
        </Button>
      </Card>
    );
  }
  if (data === undefined) return null;
  const { people, tickets, entries } = data;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div role="status" className="min-w-0">
          <h3 className="text-xl">{titleOf(people)}</h3>
          {people > 0 && (
            <p className="mt-1 text-ink-soft">
              {m.raffle_unplaced_text({ count: tickets.toLocaleString() })}
            </p>
          )}
        </div>
        {people > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? m.raffle_unplaced_hide() : m.raffle_unplaced_show()}
          </Button>
        )}
      </div>
      {isOpen && people > 0 && (
        <div id={id} className="mt-3">
          <ul className="grid divide-y divide-line">
            {entries.map((entry) => (
              <Row
                key={entry.invitee_id}
                entry={entry}
                onPlace={hostMay(raffle, 'place_tickets_for') ? () => setChosen(entry) : null}
              />
            ))}
          </ul>
          {people > entries.length && (
            <p className="mt-2 text-sm text-ink-soft">
              {m.raffle_unplaced_more({ count: entries.length.toLocaleString() })}
            </p>
          )}
        </div>
      )}
      {chosen !== null && (
        <PlaceDialog
          raffle={raffle}
          entry={entries.find(({ invitee_id: one }) => one === chosen.invitee_id) ?? chosen}
          onClose={() => setChosen(null)}
          onChanged={() => void refetch()}
        />
      )}
    </Card>
  );
}

function titleOf(people: number): string {
  if (people === 0) return m.raffle_unplaced_none();
  return people === 1 ? m.raffle_unplaced_one() : m.raffle_unplaced({ count: people.toLocaleString() });
}

const nameOf = ({ display_name: name, entry_number: number }: Unplaced): string =>
  name ?? m.raffle_unplaced_nameless({ number });

/** @param props.onPlace null for a role that places nobody's tickets */
function Row({ entry, onPlace }: { entry: Unplaced; onPlace: (() => void) | null }) {
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <span className="tabular-nums">#{entry.entry_number}</span> {nameOf(entry)}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {m.raffle_unplaced_row({
            left: entry.placement.left.toLocaleString(),
            tickets: entry.tickets.toLocaleString(),
          })}
        </p>
      </div>
      {entry.by_host && onPlace !== null ? (
        <Button
          variant="quiet"
          className="shrink-0"
          aria-haspopup="dialog"
          aria-label={m.raffle_unplaced_place_for({ name: nameOf(entry) })}
          onClick={onPlace}
        >
          {m.raffle_unplaced_place()}
        </Button>
      ) : (
        <p className="shrink-0 text-sm text-ink-soft">{m.raffle_unplaced_on_phone()}</p>
      )}
    </li>
  );
}

interface PlaceDialogProps {
  raffle: HostRaffle;
  entry: Unplaced;
  onClose: () => void;
  onChanged: () => void;
}

function PlaceDialog({ raffle, entry, onClose, onChanged }: PlaceDialogProps) {
  const list = usePrizeList(raffle.id, raffle.prizes_revision + raffle.draws.held);
  const save = async (body: { revision: number; placed: { bucket: number; tickets: number }[] }) => {
    try {
      const path = `/api/raffles/${raffle.id}/participants/${entry.invitee_id}/placement`;
      await call<ParticipantRow>('PUT', path, body);
      onClose();
      return null;
    } catch (error) {
      return error instanceof CallFailed ? error.message : m.buckets_offline();
    } finally {
      onChanged();
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={m.raffle_unplaced_place_for({ name: nameOf(entry) })}>
      {list.data !== undefined && (
        <BucketForm
          buckets={bucketsOf(list.data)}
          totals={raffle.bucket_totals ?? []}
          tickets={entry.tickets}
          placement={entry.placement}
          canChange={rafflePhase(raffle) === 'open'}
          onSave={save}
        />
      )}
    </Dialog>
  );
}
