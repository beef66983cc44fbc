/** The public join page /join/:publicLink (R23, R24, R43, R44). */
import type { PublicJoinInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams } from 'wouter';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { EntryNumbersCard } from '../../participation/entry-numbers-card.tsx';
import { joinNotice } from '../../participation/join-notice.ts';
import { JoinNoticeCard } from '../../participation/join-notice-card.tsx';
import { JoinedView } from '../../participation/joined-view.tsx';
import { formatDay, type Fact, RaffleFacts } from '../../participation/raffle-facts.tsx';
import { RaffleHead } from '../../participation/raffle-head.tsx';
import { joinNews, useJoin } from '../../participation/use-join.ts';
import { useLobby } from '../../participation/use-lobby.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { JoinForm } from './join-form.tsx';

export function PublicJoinPage() {
  const { publicLink } = useParams<{ publicLink: string }>();
  const path = `/api/join/${encodeURIComponent(publicLink)}`;
  const info = useQuery<PublicJoinInfo, CallFailed>({
    queryKey: [path],
    queryFn: () => call<PublicJoinInfo>('GET', path),
  });
  return (
    <Page title={info.data?.raffle.title ?? m.participation_join_title()}>
      {info.data === undefined ? (
        <NotThere failure={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <PublicJoin publicLink={publicLink} info={info.data} refetch={info.refetch} />
      )}
    </Page>
  );
}

interface PublicJoinProps {
  publicLink: string;
  info: PublicJoinInfo;
  refetch: () => Promise<unknown>;
}

function PublicJoin({ publicLink, info, refetch }: PublicJoinProps) {
  const refresh = useCallback(() => void refetch(), [refetch]);
  const lobby = useLobby({ raffle: info.raffle, taken: info.takenNumbers, refresh });
  const raffle = lobby.raffle ?? info.raffle;
  const notice = joinNotice(raffle);
  const join = useJoin({
    onJoined(answer) {
      lobby.joined(answer);
      refresh();
    },
    onRefused(failure) {
      toast({ title: m.participation_failed_to_join(), description: failure.message, tone: 'danger' });
    },
  });
  const numbers = (
    <EntryNumbersCard names={lobby.names} own={lobby.entry?.number ?? null} newest={lobby.newest} />
  );

  if (lobby.entry !== null) {
    return (
      <JoinedView
        raffle={raffle}
        now={lobby.now}
        entry={lobby.entry}
        receipt={lobby.receipt}
        connection={lobby.connection}
        talk={lobby.talk}
        onChanged={() => void lobby.refreshEntry()}
        text={m.participation_in_joined()}
      >
        {numbers}
      </JoinedView>
    );
  }
  const facts: Fact[] = [
    { label: m.participation_max_winners(), value: raffle.max_winners },
    { label: m.participation_max_tickets(), value: raffle.max_tickets },
    { label: m.participation_joined(), value: lobby.names.size },
    ...(raffle.deadline_at === null
      ? []
      : [{ label: m.participation_deadline(), value: formatDay(raffle.deadline_at) }]),
  ];
  return (
    <div className="grid gap-6">
      <RaffleHead raffle={raffle} now={lobby.now} />
      {notice === null ? (
        <JoinForm
          requiresPassphrase={raffle.requires_passphrase}
          isJoining={join.isPending}
          refusal={join.error}
          news={joinNews(join)}
          onJoin={({ name, email, passphrase }) =>
            join.mutate({
              path: '/api/join/public',
              target: publicLink,
              body: {
                public_link: publicLink,
                display_name: name,
                ...(email === '' ? {} : { email }),
                ...(passphrase === '' ? {} : { passphrase }),
              },
              keptForm: JSON.stringify([name, email]),
            })
          }
        />
      ) : (
        <JoinNoticeCard notice={notice} raffleId={raffle.id} />
      )}
      <RaffleFacts facts={facts} />
      {numbers}
    </div>
  );
}

function NotThere({ failure, onRetry }: { failure: CallFailed | null; onRetry: () => void }) {
  if (failure === null) {
    return (
      <div className="grid gap-6">
        <p role="status" className="sr-only">
          {m.common_loading()}
        </p>
        <Skeleton className="mx-auto h-12 w-3/4" />
        <Skeleton className="h-72" />
        <Skeleton className="h-80" />
      </div>
    );
  }
  const isInvalid = failure.status >= 400 && failure.status < 500 && failure.status !== 429;
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">
        {isInvalid ? m.participation_link_invalid_title() : m.participation_unreachable()}
      </h1>
      <p className="mt-3">{isInvalid ? m.participation_link_invalid_text() : failure.message}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {!isInvalid && <Button onClick={onRetry}>{m.participation_try_again()}</Button>}
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}
