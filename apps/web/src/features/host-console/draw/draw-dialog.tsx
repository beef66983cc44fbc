/**
 * The last question before the draw (R13): how many entries and tickets there are, how fair it will be, what happens. And
 * the choice that the host has when the public random number cannot be reached before freezing (R31): wait, or draw at
 * a lower level that every screen will name.
 */
import { useState } from 'react';
import type { DrawAnswer, DrawBody, DrawPreview, HostRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import { call } from '../../../api/call.ts';
import { levelTexts } from '../../../checking/level-texts.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { counted } from '../counted.ts';

interface DrawDialogProps {
  raffle: HostRaffle;
  onClose: () => void;
}

export function DrawDialog({ raffle, onClose }: DrawDialogProps) {
  const [refusedByBeacon, setRefusedByBeacon] = useState(false);
  const [, navigate] = useLocation();
  const path = `/api/raffles/${raffle.id}/draw/preview`;
  const preview = useQuery({
    // People join until the draw: the numbers follow the raffle's.
    queryKey: [path, raffle.joined_count, raffle.ticket_total],
    queryFn: () => call<DrawPreview>('GET', path),
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const draw = useChange({
    act: (body: DrawBody) => call<DrawAnswer>('POST', `/api/raffles/${raffle.id}/draw`, body),
    onDone: () => {
      toast({ title: m.console_draw_started(), description: m.console_draw_started_text(), tone: 'good' });
      navigate(`/draw/${raffle.id}`);
    },
    onRefused: ({ code }) => {
      const missing = code === 'beacon_unreachable';
      setRefusedByBeacon(missing);
      return missing;
    },
  });
  const wanted = draw.isPending ? draw.variables.assurance : undefined;
  const isMissing = refusedByBeacon || preview.data?.beacon === 'unreachable';

  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={isMissing ? m.console_beacon_title() : m.console_draw_title({ title: raffle.title })}
      description={
        <>
          <Counts raffle={raffle} preview={preview.data} />
          {isMissing ? (
            <>
              <p>{m.console_beacon_text()}</p>
              <p>{m.console_beacon_wait()}</p>
            </>
          ) : (
            <p>{raffle.status === 'open' ? m.console_draw_closes_text() : m.console_draw_text()}</p>
          )}
        </>
      }
      cancelLabel={isMissing ? m.console_beacon_later() : m.common_cancel()}
      confirmLabel={isMissing ? m.console_try_again() : m.console_draw_now()}
      pending={wanted === 'beacon' || (isMissing && preview.isFetching)}
      pendingLabel={isMissing ? m.console_trying() : m.console_starting_draw()}
      onConfirm={() => draw.mutate({ assurance: 'beacon' })}
    >
      {isMissing ? (
        <div className="mt-5 grid gap-3 rounded-2xl bg-warn-soft p-4 text-warn">
          <p>{m.console_beacon_operator()}</p>
          <Button
            variant="quiet"
            pending={wanted === 'operator'}
            pendingLabel={m.console_starting_draw()}
            onClick={() => draw.mutate({ assurance: 'operator' })}
          >
            {m.console_beacon_draw_lower()}
          </Button>
        </div>
      ) : (
        <Level preview={preview.data} failed={preview.isError} />
      )}
    </AlertDialog>
  );
}

function Counts({ raffle, preview }: { raffle: HostRaffle; preview: DrawPreview | undefined }) {
  const entries = preview?.entries ?? raffle.joined_count;
  const winners = preview?.winners ?? Math.min(raffle.max_winners, entries);
  return (
    <p className="text-lg text-ink">
      {m.console_draw_counts({
        entries: counted(m.console_entries_count, entries),
        tickets: counted(m.console_tickets_count, preview?.tickets ?? raffle.ticket_total),
        winners: counted(m.console_winners_count, winners),
      })}
    </p>
  );
}

/** How fair the draw will be, said before the point of no return. */
function Level({ preview, failed }: { preview: DrawPreview | undefined; failed: boolean }) {
  if (failed) return null;
  if (preview === undefined) return <Skeleton className="mt-5 h-20" />;
  const isTest = preview.beacon === 'test';
  const level = levelTexts(preview.assurance);
  const Icon = preview.assurance === 'beacon' && !isTest ? ShieldCheck : TriangleAlert;
  return (
    <div
      className={`mt-5 flex gap-3 rounded-2xl p-4 ${isTest || preview.assurance === 'operator' ? 'bg-warn-soft text-warn' : 'bg-good-soft text-good'}`}
    >
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-semibold">{m.console_draw_level({ level: level.label })}</p>
        <p className="text-sm">{isTest ? m.common_test_beacon() : m.console_draw_beacon_reachable()}</p>
      </div>
    </div>
  );
}
