/** /rules/:raffleId: the rules of a raffle, as they were fixed when it opened, for everyone (R77). */
import type { RaffleTerms } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function RulesPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const path = `/api/raffles/${encodeURIComponent(raffleId)}/terms`;
  const terms = useQuery({ queryKey: [path], queryFn: () => call<RaffleTerms>('GET', path) });
  const draw = terms.data?.draws.at(-1);
  return (
    <Page title={m.rules_page_title()} width="narrow">
      {terms.isPending && <Skeleton className="h-96" />}
      {!terms.isPending && draw === undefined && (
        <Card className="text-center">
          <h1 className="text-3xl">{m.rules_page_title()}</h1>
          <p className="mt-3">{m.rules_missing()}</p>
        </Card>
      )}
      {draw !== undefined && (
        <Card>
          <h1 className="text-3xl wrap-anywhere">
            {draw.rules === null ? m.rules_page_title() : m.rules_of({ title: draw.rules.title })}
          </h1>
          <p className="mt-5 leading-relaxed wrap-anywhere whitespace-pre-line">{textOf(draw.rules)}</p>
          <p className="mt-8 text-sm text-ink-soft">{m.rules_fixed()}</p>
          <dl className="mt-2 text-sm">
            <dt className="font-semibold">{m.rules_hash()}</dt>
            <dd className="font-mono break-all">{draw.open.rules_hash}</dd>
          </dl>
          <div className="mt-6">
            <LinkButton href={`/draw/${raffleId}`} variant="quiet">
              {m.rules_to_raffle()}
            </LinkButton>
          </div>
        </Card>
      )}
    </Page>
  );
}

function textOf(rules: RaffleTerms['draws'][number]['rules']): string {
  if (rules === null) return m.rules_erased();
  return rules.text === '' ? m.rules_none() : rules.text;
}
