/** What a proof file says, so that one sees whose draw was checked. */
import type { ProofIdentity } from '../../checking/worker/check-protocol.ts';
import { m } from '../../messages/generated/messages.js';
import { FreezeWords } from '../../show-player/freeze-words.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';

export function FileContent({ identity }: { identity: ProofIdentity }) {
  return (
    <Card>
      <h2 className="text-xl">{m.verify_file_winners()}</h2>
      <ol className="mt-3 grid gap-1">
        {identity.winners.map((winner) => (
          <li key={`${winner.prize} ${winner.position}`} className="grid grid-cols-[2.5rem_1fr_auto] gap-x-2">
            <span className="font-display font-bold text-brand tabular-nums">{winner.position}</span>
            <span className="min-w-0 font-semibold wrap-anywhere">
              {winner.displayName ?? m.results_erased()}
            </span>
            <span className="text-ink-soft tabular-nums">
              {m.results_entry({ number: winner.entryNumber })}
            </span>
          </li>
        ))}
      </ol>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3">
        <dt className="text-ink-soft">{m.verify_file_entries()}</dt>
        <dd className="text-right font-semibold tabular-nums">{identity.entryCount.toLocaleString()}</dd>
        <dt className="text-ink-soft">{m.verify_file_drawn()}</dt>
        <dd className="text-right font-semibold">
          <DateTime at={identity.drawAt * 1000} />
        </dd>
        <dt className="text-ink-soft">{m.verify_file_words()}</dt>
        <dd className="text-right">
          <FreezeWords hash={identity.freezeHash} size="plain" />
        </dd>
      </dl>
    </Card>
  );
}
