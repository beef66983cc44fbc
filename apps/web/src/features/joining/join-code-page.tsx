/** /j/:code, the address that can be read aloud: redirects to the raffle's public page. */
import type { JoinCodeAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { Redirect, useParams } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function JoinCodePage() {
  const { code } = useParams<{ code: string }>();
  const path = `/api/join-code/${encodeURIComponent(code)}`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: () => call<JoinCodeAnswer>('GET', path),
  });
  if (data !== undefined) return <Redirect to={`/join/${data.public_link}`} replace />;
  if (error === null) {
    return (
      <Page title={m.join_code_title()} width="narrow">
        <p role="status" className="sr-only">
          {m.common_loading()}
        </p>
        <Skeleton className="h-48" />
      </Page>
    );
  }
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 422);
  return (
    <Page title={m.join_code_title()} width="narrow">
      <div role="alert" className="grid justify-items-center gap-4 py-10 text-center">
        <p className="font-mono text-3xl font-bold tracking-widest break-all">{code}</p>
        <h1 className="text-3xl">{isUnknown ? m.join_code_unknown() : m.common_error_title()}</h1>
        <p className="text-ink-soft">
          {isUnknown ? m.join_code_unknown_text() : sentenceOf(error, m.common_error_text())}
        </p>
        {isUnknown ? (
          <LinkButton href="/" variant="quiet">
            {m.common_back_home()}
          </LinkButton>
        ) : (
          <Button onClick={() => void refetch()}>{m.common_error_reload()}</Button>
        )}
      </div>
    </Page>
  );
}
