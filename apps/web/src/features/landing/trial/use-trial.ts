/** The trial from typed names to a drawn winner, as one state. The draw's own code is fetched when it is first needed. */
import type { DrawProof } from '@glassdrum/fair-draw';
import { useCallback, useRef, useState } from 'react';
import type { DrumTurn } from '../drum.tsx';
import { newChance } from './chance.ts';
import type { FrozenTrial } from './trial-draw.ts';

export interface DrawnTrial {
  frozen: FrozenTrial;
  proof: DrawProof;
  turn: DrumTurn;
  winner: { name: string; number: number };
}

export type TrialState =
  | { phase: 'typing' }
  /** The draw's code is on its way. */
  | { phase: 'loading' }
  /** The list is frozen; the visitor's numbers are missing. */
  | { phase: 'frozen'; frozen: FrozenTrial }
  | { phase: 'turning'; drawn: DrawnTrial }
  | { phase: 'shown'; drawn: DrawnTrial }
  /** The draw's code could not be fetched. */
  | { phase: 'broken' };

const loadDraw = () => import('./trial-draw.ts');

/** Begins to fetch what a draw needs; a failure shows when it is used. */
export function prepareTrial(): void {
  loadDraw().catch(() => undefined);
}

interface TrialControl {
  state: TrialState;
  /** Freezes the list; draws at once unless numbers are to follow. */
  freeze: (names: readonly string[], withDice: boolean) => Promise<void>;
  draw: (frozen: FrozenTrial, dice: string) => Promise<void>;
  show: () => void;
  reset: () => void;
}

export function useTrial(): TrialControl {
  const [state, setState] = useState<TrialState>({ phase: 'typing' });
  /** An older attempt must not overwrite a newer state. */
  const attempt = useRef(0);

  const step = useCallback(
    async (next: (draw: Awaited<ReturnType<typeof loadDraw>>) => TrialState): Promise<void> => {
      attempt.current += 1;
      const mine = attempt.current;
      setState((before) => (before.phase === 'frozen' ? before : { phase: 'loading' }));
      let reached: TrialState;
      try {
        reached = next(await loadDraw());
      } catch {
        reached = { phase: 'broken' };
      }
      if (mine === attempt.current) setState(reached);
    },
    [],
  );

  const freeze = useCallback(
    (names: readonly string[], withDice: boolean) =>
      step(({ freezeTrial, drawTrial }) => {
        const chance = newChance(names.length);
        const frozen = freezeTrial(names, chance, withDice, Math.floor(Date.now() / 1000));
        if (withDice) return { phase: 'frozen', frozen };
        return { phase: 'turning', drawn: drawnOf(frozen, drawTrial(frozen, '')) };
      }),
    [step],
  );
  const draw = useCallback(
    (frozen: FrozenTrial, dice: string) =>
      step(({ drawTrial }) => ({ phase: 'turning', drawn: drawnOf(frozen, drawTrial(frozen, dice)) })),
    [step],
  );
  const show = useCallback(() => {
    setState((before) => (before.phase === 'turning' ? { phase: 'shown', drawn: before.drawn } : before));
  }, []);
  const reset = useCallback(() => {
    attempt.current += 1;
    setState({ phase: 'typing' });
  }, []);
  return { state, freeze, draw, show, reset };
}

function drawnOf(frozen: FrozenTrial, proof: DrawProof): DrawnTrial {
  const number = proof.winners[0]?.entry_number ?? 1;
  return {
    frozen,
    proof,
    turn: { seed: Number.parseInt(proof.combined_seed.slice(0, 8), 16), winner: number - 1 },
    winner: { name: frozen.names[number - 1] ?? '', number },
  };
}
