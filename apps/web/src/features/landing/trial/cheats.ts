/**
 * Ways to cheat with a finished draw, for a visitor who wants to see them found. Each gives an altered copy of the
 * proof, made as well as a cheat can make it: only what cannot be forged is left wrong.
 */
import {
  combinedSeed,
  drawPrizes,
  type DrawProof,
  nameCommit,
  planOfProof,
  type ProofEntry,
} from '@glassdrum/fair-draw';
import type { TrialChance } from './trial-draw.ts';

export type Cheat = 'winner' | 'name' | 'entry' | 'seed';

export const CHEATS: readonly Cheat[] = ['winner', 'name', 'entry', 'seed'];

const FRIEND_SALT = '0'.repeat(32);

interface CheatInput {
  proof: DrawProof;
  names: readonly string[];
  salts: TrialChance['salts'];
  /** A name that the cheat would rather see as the winner. */
  friend: string;
  /** 64 hex: a seed that the cheat likes better. */
  otherSeed: string;
}

/** Whether this cheat is possible at all: with one name there is nobody to swap the winner with. */
export function canCheat(cheat: Cheat, nameCount: number): boolean {
  return cheat !== 'winner' || nameCount > 1;
}

export function cheatWith(cheat: Cheat, input: CheatInput): DrawProof {
  switch (cheat) {
    case 'winner':
      return swapWinner(input);
    case 'name':
      return renameWinner(input);
    case 'entry':
      return slipIn(input);
    case 'seed':
      return drawAgain(input);
  }
}

/** Another entrant with the right name and salt in the winner's place. */
function swapWinner({ proof, names, salts }: CheatInput): DrawProof {
  const [row] = proof.winners;
  if (row === undefined) return proof;
  const other = (row.entry_number % names.length) + 1;
  return {
    ...proof,
    winners: [
      {
        ...row,
        entry_number: other,
        display_name: names[other - 1] ?? null,
        salt: salts[other - 1] ?? null,
      },
    ],
  };
}

function renameWinner({ proof, friend }: CheatInput): DrawProof {
  return { ...proof, winners: proof.winners.map((row) => ({ ...row, display_name: friend })) };
}

/** One more entry in the list, after the freeze; counted, and drawn again with it. */
function slipIn({ proof, names, salts, friend }: CheatInput): DrawProof {
  const entry: ProofEntry = ['in', 'host', [1], nameCommit(FRIEND_SALT, friend), '-', '-'];
  const entries = [...proof.entries, entry];
  const { close } = proof;
  return redrawn(
    {
      ...proof,
      entries,
      close: {
        ...close,
        entry_count: close.entry_count + 1,
        pool_totals: close.pool_totals.map((total) => total + 1),
      },
    },
    [...names, friend],
    [...salts, FRIEND_SALT],
  );
}

/** A complete new draw with another seed, everything computed to match, under the old commitment. */
function drawAgain({ proof, names, salts, otherSeed }: CheatInput): DrawProof {
  const combined = combinedSeed(otherSeed, proof.client_seed);
  return redrawn({ ...proof, seed_reveal: otherSeed, combined_seed: combined }, names, salts);
}

/** The winners that the document's own seed and list give. */
function redrawn(proof: DrawProof, names: readonly string[], salts: readonly string[]): DrawProof {
  const { winners } = drawPrizes({
    combinedSeed: proof.combined_seed,
    plan: planOfProof(proof.plan),
    weights: proof.entries.map(([, , weights]) => weights),
  });
  return {
    ...proof,
    winners: winners.map(({ prize, position, entryNumber, selectionIndex }) => ({
      prize,
      position,
      display_name: names[entryNumber - 1] ?? null,
      salt: salts[entryNumber - 1] ?? null,
      entry_number: entryNumber,
      selection_index: selectionIndex,
    })),
  };
}
