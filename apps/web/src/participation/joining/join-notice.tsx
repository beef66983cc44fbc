/** What a joining page says beside its form: why joining is not possible, and how a join is going on a poor network. */
import type { PublicRaffle } from '@glassdrum/contract';
import { decideJoin } from '@glassdrum/raffle-rules';
import { WifiOff } from 'lucide-react';
import { AS_PRESENTED, factsOf } from '../../api/raffle-facts.ts';
import { m } from '../../messages/generated/messages.js';
import { LinkButton } from '../../ui/link-button.tsx';

interface JoinNotice {
  text: string;
  /** Where to go instead. */
  goTo: 'draw' | 'results' | null;
}

/** Null when joining is open. The server decides again (R12, R23). */
export function joinNotice(raffle: PublicRaffle): JoinNotice | null {
  const decision = decideJoin(factsOf(raffle), AS_PRESENTED, 'invite');
  if (decision.ok) return null;
  switch (decision.refusal) {
    case 'raffle_not_open':
      return { text: m.participation_status_draft(), goTo: null };
    case 'already_drawn':
      return { text: m.participation_status_drawn(), goTo: 'results' };
    case 'draw_started':
      return { text: m.participation_status_running(), goTo: 'draw' };
    case 'raffle_cancelled':
      return { text: m.participation_status_cancelled(), goTo: null };
    case 'raffle_full':
      return { text: m.participation_status_full(), goTo: 'draw' };
    default:
      return { text: m.participation_status_closed(), goTo: 'draw' };
  }
}

export function JoinNoticeCard({ notice, raffleId }: { notice: JoinNotice; raffleId: string }) {
  return (
    <div className="grid gap-3 rounded-xl bg-warn-soft p-4 text-center text-warn" role="note">
      <p className="font-semibold">{notice.text}</p>
      {notice.goTo === 'draw' && (
        <LinkButton href={`/draw/${raffleId}`}>{m.participation_watch()}</LinkButton>
      )}
      {notice.goTo === 'results' && (
        <LinkButton href={`/results/${raffleId}`}>{m.participation_view_results()}</LinkButton>
      )}
    </div>
  );
}

/** Waiting, trying again, or not certain (R24, R40). @param text null when there is nothing to report */
export function JoinProgress({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <p className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-left font-semibold text-warn">
          <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
