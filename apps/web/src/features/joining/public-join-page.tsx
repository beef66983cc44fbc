/** The public join page /join/:publicLink (R23, R24, R43, R44). */
import type { PublicJoinInfo, PublicRaffle } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useCallback } from 'react';
import { useParams } from 'wouter';
import { m } from '../../messages/generated/messages.js';
import { deviceMark } from '../../participation/device-mark.ts';
import { EntryNumbers } from '../../participation/entry/entry-numbers.tsx';
import { joinNotice, JoinNoticeCard } from '../../participation/joining/join-notice.tsx';
import { Joined, useJoinedAhead } from './joined.tsx';
import { Day, drawStartHelp, type Fact, RaffleFacts } from '../../participation/raffle/raffle-facts.tsx';
import { RaffleHead } from '../../participation/raffle/raffle-head.tsx';
import { joinProgress, useJoin } from '../../participation/joining/use-join.ts';
import { nameFields } from '../../participation/names/use-name-choice.ts';
import { rulesFields } from '../../participation/rules/use-rules-consent.ts';
import { useLobby } from './use-lobby.ts';
import { useOwnRequest } from '../../participation/joining/use-own-request.ts';
import { Later } from '../../ui/later.tsx';
import { useOnDevice } from '../../ui/on-device.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { JoinForm } from './join-form.tsx';
import { LinkPage } from './link-page.tsx';
import { RaffleDetails } from './raffle-details.tsx';

const ConfirmLink = lazy(async () => ({
  default: (await import('../../participation/joining/confirm-link.tsx')).ConfirmLink,
}));

const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));

const RequestView = lazy(async () => ({
  default: (await import('../../participation/joining/request-view.tsx')).RequestView,
}));

export function PublicJoinPage() {
  const { publicLink } = useParams<{ publicLink: string }>();
  const queries = useQueryClient();
  // The email's link: what stands behind # reaches no server's log.
  const confirmToken = useOnDevice(
    () => /^#confirm=([\w.-]+)$/.exec(window.location.hash)?.[1] ?? null,
    null,
  );
  return (
    <LinkPage<PublicJoinInfo>
      path={`/api/join/${encodeURIComponent(publicLink)}`}
      title={m.participation_join_title()}
      loading={<Loading />}
      invalid={{ title: m.participation_link_invalid_title(), text: m.participation_link_invalid_text() }}
    >
      {(info, refetch) => (
        <>
          {confirmToken !== null && (
            <Later fallback={<Skeleton className="h-40" />}>
              <ConfirmLink token={confirmToken} onConfirmed={() => void queries.invalidateQueries()} />
            </Later>
          )}
          <PublicJoin publicLink={publicLink} info={info} refetch={refetch} />
        </>
      )}
    </LinkPage>
  );
}

function Loading() {
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

interface PublicJoinProps {
  publicLink: string;
  info: PublicJoinInfo;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

function PublicJoin({ publicLink, info, refetch }: PublicJoinProps) {
  useJoinedAhead();
  const refresh = useCallback(() => void refetch(), [refetch]);
  const lobby = useLobby({ raffle: info.raffle, taken: info.takenNumbers, refresh: refetch });
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
      <Joined raffle={raffle} lobby={lobby} entry={lobby.entry} text={m.participation_in_joined()}>
        {numbers}
      </Joined>
    );
  }
  if (raffle.cancelled !== null) {
    return (
      <Later fallback={<Skeleton className="h-80" />}>
        <CancelledCard raffle={raffle} cancelled={raffle.cancelled} />
      </Later>
    );
  }
  if (request.own !== null) {
    return (
      <div className="grid gap-6">
        <RaffleHead raffle={raffle} now={lobby.now} />
        <Later fallback={<Skeleton className="h-72" />}>
          <RequestView
            raffle={raffle}
            request={request.own}
            onCancel={request.cancel}
            onConfirmed={request.refresh}
          />
        </Later>
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
    { label: m.participation_joined(), value: lobby.joinedCount },
    ...(raffle.deadline_at === null
      ? []
      : [
          {
            label: m.participation_deadline(),
            value: <Day at={raffle.deadline_at} />,
            help: drawStartHelp(raffle),
          },
        ]),
  ];
  return (
    <div className="grid gap-6">
      <RaffleHead raffle={raffle} now={lobby.now} />
      {notice === null ? (
        <JoinForm
          raffle={raffle}
          isJoining={join.isPending}
          refusal={join.error}
          news={joinProgress(join)}
          onJoin={({ name, email, passphrase, hallCode, publication }) =>
            join.mutate({
              path: '/api/join/public',
              target: publicLink,
              body: {
                public_link: publicLink,
                display_name: name,
                ...(email === '' ? {} : { email }),
                ...(passphrase === '' ? {} : { passphrase }),
                ...(hallCode === '' ? {} : { hall_code: hallCode }),
                ...nameFields(raffle, publication),
                ...rulesFields(raffle),
                ...markOf(raffle),
              },
              keptForm: JSON.stringify([name, email, publication]),
              addsChance: raffle.adds_chance,
            })
          }
        />
      ) : (
        <JoinNoticeCard notice={notice} raffleId={raffle.id} />
      )}
      <RaffleFacts facts={facts} />
      <RaffleDetails raffle={raffle} />
      {numbers}
    </div>
  );
}

/** H11: only raffles with one entry per device get to know the browser. */
function markOf({ id, join_checks: checks }: PublicRaffle): { device_mark?: string } {
  const mark = checks.one_per_device ? deviceMark(id) : null;
  return mark === null ? {} : { device_mark: mark };
}
