/** /continue: an entry goes on here with a code from another device (R41). The code may stand behind `#` in the address. */
import type { ContinuedEntry } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { m } from '../../messages/generated/messages.js';
import { CodeForm } from '../../participation/continue/code-form.tsx';
import { storeHints } from '../../participation/participant-hints.ts';
import { ownEntryKey } from '../../participation/entry/use-own-entry.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';

export function ContinuePage() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [code] = useState(codeInAddress);
  const onContinued = ({ raffle_id, invitee_id, display_name, entry_number }: ContinuedEntry): void => {
    storeHints(raffle_id, { inviteeId: invitee_id, displayName: display_name });
    void queries.invalidateQueries({ queryKey: ownEntryKey(raffle_id) });
    toast({
      title: m.continue_done(),
      description: m.continue_done_text({ number: entry_number }),
      tone: 'good',
    });
    navigate(`/draw/${raffle_id}`, { replace: true });
  };
  return (
    <Page title={m.continue_page()} width="narrow">
      <Card className="grid gap-4 py-8">
        <header className="text-center">
          <h1 className="text-3xl">{m.continue_page()}</h1>
          <p className="mt-2 text-ink-soft">{m.continue_page_text()}</p>
        </header>
        <CodeForm code={code} onContinued={onContinued} />
      </Card>
    </Page>
  );
}

/** Taken out of the address at once, so that it stays in no history. */
function codeInAddress(): string {
  const code = window.location.hash.slice(1, 21);
  if (code !== '') window.history.replaceState(null, '', window.location.pathname);
  return /^[\w-]+$/.test(code) ? code : '';
}
