/**
 * Terms of Service and Privacy Policy: twelve numbered sections each, or the operator's own texts and date where
 * the configuration names them.
 */
import { lazy } from 'react';
import type { LegalAnswer, OwnLegalTexts } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Later } from '../../ui/later.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PRIVACY } from './privacy.ts';
import type { LegalSection } from './sections.ts';
import { TERMS } from './terms.ts';

// Most installations show the product's texts and need no Markdown.
const Markdown = lazy(async () => {
  const { Markdown: component } = await import('./markdown.tsx');
  return { default: component };
});

const LEGAL = ['/api/legal'] as const;

export function LegalPage() {
  const { data, isError, refetch } = useQuery({
    queryKey: LEGAL,
    queryFn: () => call<LegalAnswer>('GET', LEGAL[0]),
  });
  return (
    <Page title={m.legal_title()} actions={<TopLinks />}>
      <h1 className="text-4xl">{m.legal_title()}</h1>
      <p className="mt-2 text-lg">{m.legal_subtitle()}</p>
      <p className="mt-1 min-h-6 text-ink-soft">
        {data !== undefined && m.legal_updated({ date: data.own?.updated ?? m.legal_updated_date() })}
      </p>
      <Card className="my-8 flex gap-4 border-warn/40 bg-warn-soft text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div>
          <h2 className="text-xl">{m.legal_notice_title()}</h2>
          <p className="mt-2">{m.legal_notice_text()}</p>
        </div>
      </Card>
      {data !== undefined && <Texts own={data.own} />}
      {data === undefined && !isError && <Loading />}
      {isError && (
        <Card className="grid justify-items-start gap-4">
          <p role="alert">{m.legal_load_failed()}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {m.legal_try_again()}
          </Button>
        </Card>
      )}
      <p className="mt-10 border-t border-line pt-6 text-sm text-ink-soft">{m.legal_footer()}</p>
    </Page>
  );
}

function TopLinks() {
  return (
    <>
      <LinkButton href="/" variant="plain" className="max-sm:px-2 max-sm:text-sm">
        {m.common_back_home()}
      </LinkButton>
      <LinkButton href="/host" variant="plain" className="max-sm:px-2 max-sm:text-sm">
        {m.legal_host_console()}
      </LinkButton>
    </>
  );
}

function Texts({ own }: { own: OwnLegalTexts | null }) {
  const terms = own === null ? <Sections sections={TERMS} /> : <OwnText text={own.terms} />;
  const privacy = own === null ? <Sections sections={PRIVACY} /> : <OwnText text={own.privacy} />;
  return (
    <Tabs
      label={m.legal_title()}
      tabs={[
        { value: 'terms', label: m.legal_terms(), content: terms },
        { value: 'privacy', label: m.legal_privacy(), content: privacy },
      ]}
    />
  );
}

function OwnText({ text }: { text: string }) {
  return (
    <Later fallback={<Loading />}>
      <Markdown text={text} />
    </Later>
  );
}

function Loading() {
  return (
    <LoadingShape>
      <Skeleton className="h-14" />
      <Skeleton className="h-96" />
    </LoadingShape>
  );
}

function Sections({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className="grid gap-8">
      {sections.map(({ title, text }, index) => (
        <li key={title()} className="grid grid-cols-[2.5rem_1fr] gap-x-2">
          <span aria-hidden className="font-display text-xl leading-tight font-bold text-brand tabular-nums">
            {index + 1}
          </span>
          <div>
            <h3 className="text-xl">{title()}</h3>
            <p className="mt-2 max-w-prose whitespace-pre-line">{text()}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
