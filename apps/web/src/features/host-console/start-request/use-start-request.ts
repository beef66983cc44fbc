/** R81: somebody asks for a draw to start, and a second person has until a moment of the server's clock to confirm it. */
import { useEffect, useState } from 'react';
import type { HostRaffle, StartRequestView } from '@glassdrum/contract';
import { START_CONFIRM_MS } from '@glassdrum/raffle-rules';
import { useCurrentUser } from '../../../api/current-user.ts';
import { consoleClock } from '../console-clock.ts';
import { rafflePhase } from '../host-actions.ts';

const SECOND = 1000;

export interface OpenRequest {
  request: StartRequestView;
  /** This person asked, and waits. */
  isOwn: boolean;
  secondsLeft: number;
}

/** Null while nobody asks, once the time is over, and once the draw runs. */
export function useStartRequest(raffle: HostRaffle): OpenRequest | null {
  const request = rafflePhase(raffle) === 'drawing' ? null : raffle.start_request;
  const me = useCurrentUser().data?.id;
  const msLeft = useMsUntil(request?.expires_at ?? null);
  if (request === null || msLeft <= 0) return null;
  // While the server's clock is only estimated, no more than there can be.
  const secondsLeft = Math.ceil(Math.min(msLeft, START_CONFIRM_MS) / SECOND);
  return { request, isOwn: request.asked_by.id === me, secondsLeft };
}

/** Milliseconds until then, 0 afterwards; counted while there is something to count. @param at epoch ms */
function useMsUntil(at: number | null): number {
  const left = (): number => (at === null ? 0 : Math.max(0, at - consoleClock.now()));
  const [shown, setShown] = useState({ at, ms: left() });
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => {
      const ms = Math.max(0, at - consoleClock.now());
      setShown({ at, ms });
      if (ms === 0) clearInterval(timer);
    }, SECOND / 2);
    return () => clearInterval(timer);
  }, [at]);
  return shown.at === at ? shown.ms : left();
}
