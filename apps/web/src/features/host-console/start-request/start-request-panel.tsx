/**
 * R81: what everyone in the workspace sees while somebody asks for a draw to start: who asks, and how long there is to confirm.
 * Whoever may start draws confirms; who asked takes it back.
 */
import type { HostRaffle } from '@glassdrum/contract';
import { Hourglass, UserCheck } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { drawCalled } from '../../../api/draw-names.ts';
import { hostMay } from '../host-actions.ts';
import { Announced } from './announced.tsx';
import { useWithdraw } from './use-withdraw.ts';
import { type OpenRequest, useStartRequest } from './use-start-request.ts';

interface StartRequestPanelProps {
  raffle: HostRaffle;
  /** Shows what will be drawn, and confirms. */
  onConfirm: () => void;
}

export function StartRequestPanel({ raffle, onConfirm }: StartRequestPanelProps) {
  const open = useStartRequest(raffle);
  // The announcement's place is there before it has something to announce.
  if (!raffle.two_start) return null;
  return (
    <>
      <Announced open={open} text={open === null ? '' : textOf(raffle, open)} />
      {open !== null && (
        <div className="grid gap-3 rounded-2xl bg-info-soft p-4 text-left">
          <div className="flex gap-3 text-info">
            <Hourglass aria-hidden className="mt-0.5 size-6 shrink-0" />
            <p className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{textOf(raffle, open)}</span>
              <span role="timer" className="block text-ink tabular-nums">
                {m.start_seconds({ seconds: open.secondsLeft })}
              </span>
            </p>
          </div>
          <Answer raffle={raffle} open={open} onConfirm={onConfirm} />
        </div>
      )}
    </>
  );
}

function textOf(raffle: HostRaffle, { request, isOwn }: OpenRequest): string {
  if (isOwn) return m.start_waiting();
  const name = request.asked_by.name;
  return raffle.draws.total > 1
    ? m.start_asked_draw({ name, draw: drawCalled(request.draw) })
    : m.start_asked({ name });
}

function Answer({ raffle, open, onConfirm }: StartRequestPanelProps & { open: OpenRequest }) {
  const withdraw = useWithdraw(raffle.id);
  if (open.isOwn) {
    return (
      <Button variant="quiet" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {m.start_withdraw()}
      </Button>
    );
  }
  if (!hostMay(raffle, 'draw_winners')) return null;
  return (
    <Button onClick={onConfirm}>
      <UserCheck aria-hidden className="size-5" />
      {m.start_confirm()}
    </Button>
  );
}
