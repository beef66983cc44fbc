/** The visitor's own part in the trial draw: numbers thrown after the freeze. Loaded when somebody wants to throw. */
import { m } from '../../../messages/generated/messages.js';
import { FreezeWords } from '../../../show-player/freeze-words.tsx';
import { NumbersForm } from '../../../show-player/room/numbers-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { type FrozenTrial, TRIAL_DICE } from './trial-draw.ts';

interface DiceFormProps {
  frozen: FrozenTrial;
  onDraw: (dice: string) => void;
  onBack: () => void;
}

/** The list and the secret seed are fixed; now the visitor throws (draw protocol §4, `room`). */
export function DiceForm({ frozen, onDraw, onBack }: DiceFormProps) {
  return (
    <div className="mt-3 grid animate-appear gap-3">
      <p role="status" className="text-ink-soft">
        {m.landing_trial_frozen({ count: frozen.names.length })}
      </p>
      <FreezeWords hash={frozen.freezeHash} className="rounded-xl bg-sunken px-3.5 py-2.5" />
      <p>{m.landing_trial_dice_hint()}</p>
      <NumbersForm
        count={TRIAL_DICE}
        initial={[]}
        isSending={false}
        error={null}
        sendLabel={m.landing_trial_draw_with_dice()}
        onSend={onDraw}
      />
      <Button variant="quiet" onClick={onBack}>
        {m.landing_trial_back()}
      </Button>
    </div>
  );
}
