/** Terms of Service and Privacy Policy, twelve numbered sections each (seed §2). */
import { TriangleAlert } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PRIVACY } from './privacy.ts';
import type { LegalSection } from './sections.ts';
import { TERMS } from './terms.ts';

export function LegalPage() {
  return (
    <Page title={m.legal_title()} actions={<TopLinks />}>
      <h1 className="text-4xl">{m.legal_title()}</h1>
      <p className="mt-2 text-lg">{m.legal_subtitle()}</p>
      <p className="mt-1 text-ink-soft">{m.legal_updated()}</p>
      <Card className="my-8 flex gap-4 border-warn/40 bg-warn-soft text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div>
          <h2 className="text-xl">{m.legal_notice_title()}</h2>
          <p className="mt-2">{m.legal_notice_text()}</p>
        </div>
      </Card>
      <Tabs
        label={m.legal_title()}
        tabs={[
          { value: 'terms', label: m.legal_terms(), content: <Sections sections={TERMS} /> },
          { value: 'privacy', label: m.legal_privacy(), content: <Sections sections={PRIVACY} /> },
        ]}
      />
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
