/** The draws of a raffle as its host plans them (R69): what they are called, and which one is next. */
import type { HostPrizes, HostRaffle, PlannedDraw, PrizesBody } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { call } from '../../../../api/call.ts';
import { useChange } from '../../console-data.ts';
import { prizesPath, useSetPrizes } from '../prizes/prizes-data.ts';

export function drawTitle({ number, name }: Pick<PlannedDraw, 'number' | 'name'>): string {
  return name ?? m.raffle_draw_number({ number });
}

/** The draw that runs, or else the first that is still to come; null when none is left. */
export function nextDraw(draws: readonly PlannedDraw[]): PlannedDraw | null {
  return (
    draws.find(({ state }) => state === 'running') ?? draws.find(({ state }) => state === 'planned') ?? null
  );
}

/** The stored plan as it is sent: prizes of draws that are over stay where they are, and are left out. */
export function bodyOfPlan({
  revision,
  buckets,
  policy,
  reveal_order,
  prizes,
  draws,
}: HostPrizes): PrizesBody & {
  draws: { name: string | null }[];
} {
  const planned = new Set(draws.filter(({ state }) => state === 'planned').map(({ number }) => number));
  return {
    revision,
    buckets,
    policy,
    reveal_order,
    prizes: prizes
      .filter(({ draw }) => planned.has(draw))
      .map(({ image_url: _image, candidates: _candidates, ...prize }) => prize),
    draws: draws.map(({ name }) => ({ name })),
  };
}

/** Saves another plan of draws and prizes; a refusal becomes a toast. */
export function useSavePlan(raffle: HostRaffle, onDone: () => void) {
  const setPrizes = useSetPrizes(raffle.id);
  return useChange({
    act: (body: PrizesBody) => call<HostPrizes>('PUT', prizesPath(raffle.id), body),
    onDone: (list) => {
      void setPrizes(list);
      onDone();
    },
  });
}
