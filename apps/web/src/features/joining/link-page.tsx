/** What the pages behind a raffle's links have in common: waiting for the answer, a link that leads nowhere, and a raffle not open yet. */
import { lazy, type ReactNode } from 'react';
import type { PublicRaffle } from '@glassdrum/contract';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { useJoinInfo } from '../../participation/joining/use-join-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Later } from '../../ui/later.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const NotOpenYet = lazy(async () => ({
  default: (await import('../../participation/joining/not-open-yet.tsx')).NotOpenYet,
}));

/** What is said of a link that leads nowhere. */
interface InvalidTexts {
  title: string;
  text: string;
  hint?: string;
}

interface LinkPageProps<Info> {
  /** Of the call that the page begins with. */
  path: string;
  /** While the raffle's own title is not known. */
  title: string;
  loading: ReactNode;
  invalid: InvalidTexts;
  /** @param refetch asks again */
  children: (info: Info, refetch: () => Promise<{ isSuccess: boolean }>) => ReactNode;
}

export function LinkPage<Info extends { raffle: PublicRaffle }>(props: LinkPageProps<Info>) {
  const { path, title, loading, invalid, children } = props;
  const info = useJoinInfo<Info>(path);
  return (
    <Page title={info.data?.raffle.title ?? title}>
      {info.data === undefined &&
        (info.error === null ? (
          loading
        ) : (
          <NotThere failure={info.error} invalid={invalid} onRetry={() => void info.refetch()} />
        ))}
      {info.data === null && (
        <Later fallback={<Skeleton className="h-72" />}>
          <NotOpenYet />
        </Later>
      )}
      {info.data && children(info.data, info.refetch)}
    </Page>
  );
}

interface NotThereProps {
  failure: CallFailed;
  invalid: InvalidTexts;
  onRetry: () => void;
}

function NotThere({ failure, invalid, onRetry }: NotThereProps) {
  const isInvalid = failure.status >= 400 && failure.status < 500 && failure.status !== 429;
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{isInvalid ? invalid.title : m.participation_unreachable()}</h1>
      <p className="mt-3">{isInvalid ? invalid.text : failure.message}</p>
      {isInvalid && invalid.hint !== undefined && <p className="mt-1 text-ink-soft">{invalid.hint}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {!isInvalid && <Button onClick={onRetry}>{m.participation_try_again()}</Button>}
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}
