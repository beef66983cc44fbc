/** How many prizes there are and how often they are given, while they are typed; and what one without a name means. */
import { useWatch } from 'react-hook-form';
import { m } from '../../../../messages/generated/messages.js';
import { totalsText } from './prize-texts.ts';
import { isOneUnnamed, type PrizesFormState, totalsOf } from './prizes-form.ts';

export function PrizesTotals({ form: { control } }: { form: PrizesFormState }) {
  const { totals, isDefault } = useWatch({
    control,
    name: 'prizes',
    compute: (prizes) => ({ totals: totalsOf(prizes), isDefault: isOneUnnamed(prizes) }),
  });
  return (
    <div>
      <p className="font-display text-xl font-bold">{totalsText(totals)}</p>
      {isDefault && (
        <p className="mt-1 max-w-prose text-ink-soft">
          {m.raffle_prizes_unnamed_text({ count: totals.wins, shown: totals.wins.toLocaleString() })}
        </p>
      )}
    </div>
  );
}
