/** R91: the host enters the numbers that were made in the room, from the console. */
import { useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { collectFromRoom } from '../../../checking/evidence/collect.ts';
import { useRoom } from '../../../live/use-room.ts';
import { m } from '../../../messages/generated/messages.js';
import { RoomNumbersPanel } from '../../../show-player/room/room-numbers.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const NO_HINTS = { inviteeId: null, displayName: null };

export function RoomDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { room } = useRoom(raffle.id, NO_HINTS, collectFromRoom);
  const [sent, setSent] = useState<string | null>(null);
  const plan = room?.draw ?? null;
  return (
    <Dialog open onOpenChange={onClose} title={m.draw_room_title()} description={m.draw_room_how()}>
      {plan === null ? (
        <Skeleton className="h-80" />
      ) : (
        <RoomNumbersPanel plan={plan} status={room?.roomNumbers ?? null} sent={sent} onSent={setSent} />
      )}
    </Dialog>
  );
}
