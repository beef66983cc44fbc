/**
 * The last question before the draw (R13), and the choice that the host has when the public random number cannot be
 * reached before freezing (R31): wait, or draw at a lower level that every screen will name.
 */
import { useEffect, useState } from 'react';
import type { DrawAnswer, DrawBody, HostRaffle } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { counted } from './counted.ts';
import { RAFFLES, useChange } from './console-data.ts';

export function DrawDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const [beaconMissing, setBeaconMissing] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  useEffect(() => {
    // People join until this moment: the numbers in the question must be the newest.
    void queryClient.invalidateQueries({ queryKey: RAFFLES });
  }, [queryClient]);

  const draw = useChange({
    act: (body: DrawBody) => call<DrawAnswer>('POST', `/api/raffles/${raffle.id}/draw`, body),
    onDone: () => {
      toast({ title: m.console_draw_started(), description: m.console_draw_started_text(), tone: 'good' });
      navigate(`/draw/${raffle.id}`);
    },
    onRefused: ({ code }) => {
      const missing = code === 'beacon_unreachable';
      setBeaconMissing(missing);
      return missing;
    },
  });
  const wanted = draw.variables?.assurance;

  if (beaconMissing) {
    return (
      <AlertDialog
        open
        onOpenChange={onClose}
        title={m.console_beacon_title()}
        description={
          <>
            <p>{m.console_beacon_text()}</p>
            <p>{m.console_beacon_wait()}</p>
          </>
        }
        cancelLabel={m.console_beacon_later()}
        confirmLabel={m.console_try_again()}
        pending={draw.isPending && wanted === 'beacon'}
        pendingLabel={m.console_trying()}
        onConfirm={() => draw.mutate({ assurance: 'beacon' })}
      >
        <div className="mt-5 grid gap-3 rounded-2xl bg-warn-soft p-4 text-warn">
          <p>{m.console_beacon_operator()}</p>
          <Button
            variant="quiet"
            pending={draw.isPending && wanted === 'operator'}
            pendingLabel={m.console_starting_draw()}
            onClick={() => draw.mutate({ assurance: 'operator' })}
          >
            {m.console_beacon_draw_lower()}
          </Button>
        </div>
      </AlertDialog>
    );
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_draw_title({ title: raffle.title })}
      description={
        <>
          <p className="text-lg text-ink">
            {m.console_draw_counts({
              entries: counted(m.console_entries_count, raffle.joined_count),
              tickets: counted(m.console_tickets_count, raffle.ticket_total),
              winners: counted(m.console_winners_count, Math.min(raffle.max_winners, raffle.joined_count)),
            })}
          </p>
          <p>{raffle.status === 'open' ? m.console_draw_closes_text() : m.console_draw_text()}</p>
        </>
      }
      confirmLabel={m.console_draw_now()}
      pending={draw.isPending}
      pendingLabel={m.console_starting_draw()}
      onConfirm={() => draw.mutate({ assurance: 'beacon' })}
    />
  );
}
