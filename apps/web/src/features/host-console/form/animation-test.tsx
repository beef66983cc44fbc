/** The dialog that plays the styles of a draw, opened from the form of a raffle: what is chosen there is chosen in the form. */
import { lazy, Suspense } from 'react';
import type { AnimationStyle } from '@glassdrum/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import { type RaffleForm, rehearsedWinners } from './raffle-form.ts';

const AnimationsDialog = lazy(async () => {
  const { AnimationsDialog: dialog } = await import('../animations/animations-dialog.tsx');
  return { default: dialog };
});

interface AnimationTestProps {
  /** What choosing a style there does. */
  effect: string;
  onSelect?: ((style: AnimationStyle) => void) | undefined;
  onClose: () => void;
}

export function AnimationTest({ effect, onSelect, onClose }: AnimationTestProps) {
  const { getValues, setValue } = useFormContext<RaffleForm>();
  const selected = useWatch<RaffleForm, 'chosen_animation'>({ name: 'chosen_animation' });
  return (
    <Suspense fallback={null}>
      <AnimationsDialog
        selected={selected}
        winners={rehearsedWinners(getValues('max_winners'))}
        effect={effect}
        onSelect={(style) => {
          onSelect?.(style);
          setValue('chosen_animation', style);
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}
