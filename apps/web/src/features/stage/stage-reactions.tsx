/** What people send floats over the hall's screen too; it shares the stage's connection. */
import { lazy, Suspense } from 'react';
import { useRoom } from '../../live/use-room.ts';

const Reactions = lazy(async () => {
  const { Reactions: part } = await import('../../chat/reactions.tsx');
  return { default: part };
});

export function StageReactions({ raffleId, stageKey }: { raffleId: string; stageKey: string }) {
  const { talk } = useRoom(raffleId, { inviteeId: null, displayName: null, stageKey });
  return <Suspense>{talk !== null && <Reactions talk={talk} isConnected isShownOnly />}</Suspense>;
}
