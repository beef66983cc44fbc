/** The invitation page /r/:token: who was invited, to what, and one press to join (R22, R24, R40, R41). */
import type { ContinuedEntry, InviteInfo } from '@glassdrum/contract';
import { lazy, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import { m } from '../../messages/generated/messages.js';
import { EntryNumbers } from '../../participation/entry/entry-numbers.tsx';
import { Joined, useJoinedAhead } from './joined.tsx';
import { storeHints } from '../../participation/participant-hints.ts';
import { nameFields } from '../../participation/names/use-name-choice.ts';
import { rulesFields } from '../../participation/rules/use-rules-consent.ts';
import { joinProgress, useJoin } from '../../participation/joining/use-join.ts';
import { useLobby } from './use-lobby.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Later } from '../../ui/later.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { InvitationView } from './invitation-view.tsx';
import { LinkPage } from './link-page.tsx';

// Only those who come with a second device need these.
const ContinueHere = lazy(async () => {
  const { ContinueHere: panel } = await import('../../participation/continue/continue-here.tsx');
  return { default: panel };
});
const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));
const Reissued = lazy(async () => {
  const { Reissued: panel } = await import('../../participation/continue/reissued.tsx');
  return { default: panel };
});

export function InvitationPage() {
  const { token } = useParams<{ token: string }>();
  return (
    <LinkPage<InviteInfo>
      path={`/api/invite/${encodeURIComponent(token)}`}
      title={m.participation_invitation()}
      loading={<Loading />}
      invalid={{
        title: m.participation_invalid_title(),
        text: m.participation_invalid_text(),
        hint: m.participation_invalid_hint(),
      }}
    >
      {(info, refetch) => <Invitation token={token} info={info} refetch={refetch} />}
    </LinkPage>
  );
}

interface InvitationProps {
  token: string;
  info: InviteInfo;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

function Invitation({ token, info, refetch }: InvitationProps) {
  useJoinedAhead();
  const refresh = useCallback(() => void refetch(), [refetch]);
  const lobby = useLobby({ raffle: info.raffle, taken: info.takenNumbers, refresh: refetch });
  const raffle = lobby.raffle ?? info.raffle;
  const join = useJoin({
    onJoined(answer) {
      lobby.joined(answer);
      toast({
        title: m.participation_in_title(),
        description: m.participation_in_reserved(),
        tone: 'good',
      });
      refresh();
    },
    onRefused(failure) {
      toast({ title: m.participation_join_failed(), description: failure.message, tone: 'danger' });
    },
  });
  const entry =
    lobby.entry ??
    (info.own_entry === null
      ? null
      : { number: info.own_entry.entry_number, name: info.invitee.display_name, tickets: 1 });

  if (entry !== null) {
    return (
      <Joined raffle={raffle} lobby={lobby} entry={entry} text={m.participation_in_reserved()}>
        <EntryNumbers raffle={raffle} names={lobby.names} own={entry.number} newest={lobby.newest} />
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
  if (info.is_redeemed) {
    if (!lobby.isOwnKnown) return <Loading />;
    const onContinued = (continued: ContinuedEntry): void => {
      const { raffle_id, invitee_id, display_name, entry_number } = continued;
      storeHints(raffle_id, { inviteeId: invitee_id, displayName: display_name });
      lobby.continued(continued);
      void lobby.refreshEntry();
      refresh();
      toast({
        title: m.continue_done(),
        description: m.continue_done_text({ number: entry_number }),
        tone: 'good',
      });
    };
    return info.reissued ? (
      <Later fallback={<Loading />}>
        <Reissued token={token} enteredNumber={info.entered_number} onContinued={onContinued} />
      </Later>
    ) : (
      <AlreadyJoined raffleId={raffle.id} token={token} onContinued={onContinued} />
    );
  }
  return (
    <InvitationView
      raffle={raffle}
      now={lobby.now}
      inviteeName={info.invitee.display_name}
      joinedCount={lobby.joinedCount}
      names={lobby.names}
      newest={lobby.newest}
      isJoining={join.isPending}
      refusal={join.error}
      news={joinProgress(join)}
      onJoin={({ passphrase, publication }) =>
        join.mutate({
          path: '/api/join',
          target: token,
          body: {
            token,
            ...(passphrase === '' ? {} : { passphrase }),
            ...nameFields(raffle, publication),
            ...rulesFields(raffle),
          },
          keptForm: publication,
          addsChance: raffle.adds_chance,
        })
      }
    />
  );
}

function Loading() {
  return (
    <div className="grid gap-6">
      <p role="status" className="text-center text-ink-soft">
        {m.participation_loading_invitation()}
      </p>
      <Skeleton className="mx-auto h-12 w-3/4" />
      <Skeleton className="h-44" />
      <Skeleton className="h-80" />
    </div>
  );
}

interface AlreadyJoinedProps {
  raffleId: string;
  token: string;
  onContinued: (entry: ContinuedEntry) => void;
}

/** R41: joined on another device. */
function AlreadyJoined({ raffleId, token, onContinued }: AlreadyJoinedProps) {
  const [isContinuing, setContinuing] = useState(false);
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{m.participation_already_title()}</h1>
      <p className="mt-3">{m.participation_already_text()}</p>
      {isContinuing ? (
        <Later fallback={<Skeleton className="mt-6 h-60" />}>
          <ContinueHere token={token} onContinued={onContinued} />
        </Later>
      ) : (
        <>
          <p className="mt-1 text-ink-soft">{m.participation_already_hint()}</p>
          <Button className="mt-6 min-h-13 w-full max-w-sm text-lg" onClick={() => setContinuing(true)}>
            {m.continue_here()}
          </Button>
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton href={`/draw/${raffleId}`} variant="quiet">
          {m.participation_watch()}
        </LinkButton>
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}
