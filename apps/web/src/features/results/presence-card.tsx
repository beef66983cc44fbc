/** R71: how many were present, and who was not, by number. Nothing where people did not have to be. */
import type { ResultsAnswer } from '@glassdrum/contract';
import { rangesOf, shownRanges } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';

export function PresenceCard({ presence }: { presence: NonNullable<ResultsAnswer['presence']> }) {
  const { present, absent } = presence;
  return (
    <Card>
      <h2 className="text-2xl">{m.results_presence()}</h2>
      <p className="mt-1">
        {m.results_presence_text({
          present: present.toLocaleString(),
          expected: (present + absent.length).toLocaleString(),
        })}
      </p>
      {absent.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 items-center font-semibold underline underline-offset-4">
            {m.results_absent_list({ count: absent.length })}
          </summary>
          <p className="wrap-anywhere tabular-nums">{shownRanges(rangesOf(absent))}</p>
        </details>
      )}
    </Card>
  );
}
