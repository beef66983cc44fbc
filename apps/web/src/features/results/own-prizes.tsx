/** R73: the prizes of a winner who came to the results to claim. Only then the page has a connection, and by it the server's clock. */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { useState } from 'react';
import { collectFromRoom } from '../../checking/evidence/collect.ts';
import { useRoom } from '../../live/use-room.ts';
import { OwnClaims } from '../../participation/claims/own-claims.tsx';
import { useOwnClaims } from '../../participation/claims/use-own-claims.ts';
import { readHints } from '../../participation/participant-hints.ts';

export function OwnPrizes({ raffle, number }: { raffle: PublicRaffle | HostRaffle; number: number }) {
  const [hints] = useState(() => readHints(raffle.id));
  const own = useOwnClaims({ raffleId: raffle.id, number, prizeStatus: null });
  const isLive = own.data?.prizes.some(({ ended }) => ended === null) ?? false;
  const { room, now } = useRoom(isLive ? raffle.id : null, hints, collectFromRoom);
  return <OwnClaims raffle={raffle} number={number} prizeStatus={room?.prizeStatus ?? null} now={now} />;
}
