/** Says why nobody can join, and where to go instead. */
import { m } from '../messages/generated/messages.js';
import { LinkButton } from '../ui/link-button.tsx';
import type { JoinNotice } from './join-notice.ts';

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
