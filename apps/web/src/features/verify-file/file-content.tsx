/** What a proof file says, so that one sees whose draw was checked. */
import type { ProofIdentity } from '../../checking/worker/check-protocol.ts';
import { m } from '../../messages/generated/messages.js';
import { FreezeWords } from '../../show-player/freeze-words.tsx';
import { groupByPrize, prizesOfPlan, prizeTitle } from '../../show-player/prize-names.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DateTime } from '../../ui/date-time.tsx';

export function FileContent({ identity }: { identity: ProofIdentity }) {
  const prizes = prizesOfPlan(identity.show.plan);
  return (
    <Card>
      <h2 className="text-xl">{m.verify_file_winners()}</h2>
      {prizes.length === 0 ? (
        <Winners rows={identity.winners} className="mt-3" />
      ) : (
        groupByPrize(identity.winners, 'list').map(({ prize, rows }) => (
          <section key={prize} className="mt-3">
            <h3 className="text-base leading-tight wrap-anywhere">{prizeTitle(prizes, prize)}</h3>
            <Winners rows={rows} className="mt-1" />
          </section>
        ))
      )}
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

function Winners({ rows, className }: { rows: ProofIdentity['winners']; className: string }) {
  return (
    <ol className={classNames('grid gap-1', className)}>
      {rows.map((winner) => (
        <li key={`${winner.prize} ${winner.position}`} className="grid grid-cols-[2.5rem_1fr_auto] gap-x-2">
          <span className="font-display font-bold text-brand tabular-nums">{winner.position}</span>
          <span className="min-w-0 font-semibold wrap-anywhere">
            {winner.displayName ?? m.results_name_not_shown()}
          </span>
          <span className="text-ink-soft tabular-nums">
            {m.results_entry({ number: winner.entryNumber })}
          </span>
        </li>
      ))}
    </ol>
  );
}
