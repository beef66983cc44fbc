/** The public join page /join/:publicLink (R23, R24, R43, R44). */
import type { PublicJoinInfo, PublicRaffle } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { deviceMark } from '../../participation/device-mark.ts';
import { EntryNumbers } from '../../participation/entry/entry-numbers.tsx';
import { joinNotice, JoinNoticeCard } from '../../participation/joining/join-notice.tsx';
import { JoinedView } from './joined-view.tsx';
import {
  drawStartHelp,
  formatDay,
  type Fact,
  RaffleFacts,
} from '../../participation/raffle/raffle-facts.tsx';
import { RaffleHead } from '../../participation/raffle/raffle-head.tsx';
import { useJoinInfo } from '../../participation/joining/use-join-info.ts';
import { joinProgress, useJoin } from '../../participation/joining/use-join.ts';
import { useLobby } from './use-lobby.ts';
import { useOwnRequest } from '../../participation/joining/use-own-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { JoinForm } from './join-form.tsx';

const PrizesCard = lazy(async () => ({
  default: (await import('../../participation/raffle/prizes-card.tsx')).PrizesCard,
}));
const RafflePromise = lazy(async () => ({
  default: (await import('../../participation/raffle/raffle-promise.tsx')).RafflePromise,
}));

const ConfirmLink = lazy(async () => ({
  default: (await import('../../participation/joining/confirm-link.tsx')).ConfirmLink,
}));

const RequestView = lazy(async () => ({
  default: (await import('../../participation/joining/request-view.tsx')).RequestView,
}));

const NotOpenYet = lazy(async () => ({
  default: (await import('../../participation/joining/not-open-yet.tsx')).NotOpenYet,
}));

export function PublicJoinPage() {
  const { publicLink } = useParams<{ publicLink: string }>();
  const path = `/api/join/${encodeURIComponent(publicLink)}`;
  const info = useJoinInfo<PublicJoinInfo>(path);
  const queries = useQueryClient();
  // The email's link: what stands behind # reaches no server's log.
  const [confirmToken] = useState(() => /^#confirm=([\w.-]+)$/.exec(window.location.hash)?.[1] ?? null);
  return (
    <Page title={info.data?.raffle.title ?? m.participation_join_title()}>
      {info.data === undefined && <NotThere failure={info.error} onRetry={() => void info.refetch()} />}
      {info.data === null && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <NotOpenYet />
        </Suspense>
      )}
      {confirmToken !== null && info.data && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ConfirmLink token={confirmToken} onConfirmed={() => void queries.invalidateQueries()} />
        </Suspense>
      )}
      {info.data && <PublicJoin publicLink={publicLink} info={info.data} refetch={info.refetch} />}
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
  const welcome = (answer: Parameters<typeof lobby.joined>[0]): void => {
    lobby.joined(answer);
    toast({
      title: m.participation_in_title(),
      description: m.participation_in_joined(),
      tone: 'good',
    });
    refresh();
  };
  const request = useOwnRequest({
    raffleId: raffle.id,
    target: publicLink,
    entry: lobby.entry,
    newestName: lobby.newest?.display_name ?? null,
    fetchEntry: lobby.refreshEntry,
    onEntry: welcome,
  });
  const join = useJoin({
    onJoined: welcome,
    onWaiting: request.begin,
    onRefused(failure) {
      toast({ title: m.participation_failed_to_join(), description: failure.message, tone: 'danger' });
    },
  });
  const numbers = (
    <EntryNumbers
      raffle={raffle}
      names={lobby.names}
      own={lobby.entry?.number ?? null}
      newest={lobby.newest}
    />
  );

  if (lobby.entry !== null) {
    return (
      <JoinedView
        raffle={raffle}
        now={lobby.now}
        entry={lobby.entry}
        receipt={lobby.receipt}
        isConnected={lobby.isConnected}
        talk={lobby.talk}
        onChanged={() => void lobby.refreshEntry()}
        text={m.participation_in_joined()}
      >
        {numbers}
      </JoinedView>
    );
  }
  if (request.own !== null) {
    return (
      <div className="grid gap-6">
        <RaffleHead raffle={raffle} now={lobby.now} />
        <Suspense fallback={<Skeleton className="h-72" />}>
          <RequestView
            raffle={raffle}
            request={request.own}
            onCancel={request.cancel}
            onConfirmed={request.refresh}
          />
        </Suspense>
        {numbers}
      </div>
    );
  }
  const facts: Fact[] = [
    { label: m.participation_max_winners(), value: raffle.max_winners },
    {
      label: m.participation_max_tickets(),
      value: raffle.max_tickets,
      help: m.participation_tickets_help(),
    },
    { label: m.participation_joined(), value: lobby.names.size },
    ...(raffle.deadline_at === null
      ? []
      : [
          {
            label: m.participation_deadline(),
            value: formatDay(raffle.deadline_at),
            help: drawStartHelp(raffle),
          },
        ]),
  ];
  return (
    <div className="grid gap-6">
      <RaffleHead raffle={raffle} now={lobby.now} />
      {notice === null ? (
        <JoinForm
          requiresPassphrase={raffle.requires_passphrase}
          checks={raffle.join_checks}
          isJoining={join.isPending}
          refusal={join.error}
          news={joinProgress(join)}
          onJoin={({ name, email, passphrase, hallCode }) =>
            join.mutate({
              path: '/api/join/public',
              target: publicLink,
              body: {
                public_link: publicLink,
                display_name: name,
                ...(email === '' ? {} : { email }),
                ...(passphrase === '' ? {} : { passphrase }),
                ...(hallCode === '' ? {} : { hall_code: hallCode }),
                ...markOf(raffle),
              },
              keptForm: JSON.stringify([name, email]),
              addsChance: raffle.adds_chance,
            })
          }
        />
      ) : (
        <JoinNoticeCard notice={notice} raffleId={raffle.id} />
      )}
      <RaffleFacts facts={facts} />
      {raffle.named_prizes && raffle.status !== 'draft' && (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <PrizesCard raffle={raffle} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton className="h-60" />}>
        <RafflePromise raffle={raffle} />
      </Suspense>
      {numbers}
    </div>
  );
}

/** H11: only raffles with one entry per device get to know the browser. */
function markOf({ id, join_checks: checks }: PublicRaffle): { device_mark?: string } {
  const mark = checks.one_per_device ? deviceMark(id) : null;
  return mark === null ? {} : { device_mark: mark };
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
