/**
 * Where the app shows requests of other devices (R41): once, beside the pages. Nothing of it is loaded by those who have not
 * joined anything.
 */
import { lazy, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { Later } from '../../ui/later.tsx';
import { lastJoined, onJoinedChange } from '../participant-hints.ts';

const ContinueApproval = lazy(async () => {
  const { ContinueApproval: dialog } = await import('./continue-approval.tsx');
  return { default: dialog };
});

export function ApprovalHost() {
  const raffleId = useSyncExternalStore(onJoinedChange, lastJoined, () => null);
  const [path] = useLocation();
  // A hall must not see it.
  if (raffleId === null || path.startsWith('/stage/')) return null;
  return (
    <Later>
      <ContinueApproval key={raffleId} raffleId={raffleId} />
    </Later>
  );
}
