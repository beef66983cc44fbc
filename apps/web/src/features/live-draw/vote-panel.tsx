/** Voting for the draw's animation before it starts (seed: vote panel): live counts, one vote each, changeable until then. */
import type { AnimationStyle, VotesAnswer } from '@glassdrum/contract';
import { ANIMATION_STYLES } from '@glassdrum/raffle-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { type TalkStore, useTalk } from '../../live/talk-store.ts';
import { m } from '../../messages/generated/messages.js';
import { styleName } from '../../show-player/draw-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';

/** Beside the live counts, for when those do not come. */
const POLL_MS = 5000;

interface VotePanelProps {
  raffleId: string;
  talk: TalkStore | null;
  /** Null: no identity, so no vote. */
  inviteeId: string | null;
}

export function VotePanel({ raffleId, talk, inviteeId }: VotePanelProps) {
  const path = `/api/raffles/${raffleId}`;
  const votesPath = `${path}/animation-votes`;
  const cache = useQueryClient();
  const live = useTalk(talk).votes;
  const votes = useQuery({
    queryKey: [votesPath],
    queryFn: () => call<VotesAnswer>('GET', votesPath),
    refetchInterval: POLL_MS,
  });
  const vote = useMutation({
    mutationFn: (style: AnimationStyle) =>
      call<VotesAnswer>('POST', `${path}/vote-animation`, { animation_style: style, invitee_id: inviteeId }),
    onSuccess(answer, style) {
      cache.setQueryData([votesPath], answer);
      setChanging(false);
      toast({
        title: m.vote_recorded(),
        description: m.vote_recorded_text({ style: styleName(style) }),
        tone: 'good',
      });
    },
    onError: () => toast({ title: m.vote_error(), description: m.vote_failed(), tone: 'danger' }),
  });
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    // Whichever was told last counts: the poll brings what was missed while the line was down.
    if (live === null) return;
    cache.setQueryData<VotesAnswer>([votesPath], (before) => ({
      own: before?.own ?? null,
      votes: [...live],
    }));
  }, [cache, votesPath, live]);
  const counts = new Map(
    (votes.data?.votes ?? []).map(({ animation_style: style, count }) => [style, count]),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...counts.values());
  const own = votes.data?.own ?? null;
  // Without the counts there is nothing to say; anyone who is offline has long joined, perhaps.
  if (votes.data === undefined)
    return votes.fetchStatus === 'fetching' ? <Skeleton className="h-96" /> : null;
  const choose = (style: AnimationStyle): void => {
    if (inviteeId === null) {
      toast({ title: m.vote_unable(), description: m.vote_unable_text(), tone: 'danger' });
    } else vote.mutate(style);
  };
  return (
    <Card>
      <h2 className="text-2xl">{m.vote_title()}</h2>
      {own === null ? (
        <p className="mt-1 text-ink-soft">
          {inviteeId === null ? m.vote_unable_text() : m.vote_changeable()}
        </p>
      ) : (
        <p role="status" className="mt-1">
          {m.vote_thanks()} <span className="text-ink-soft">{m.vote_changeable()}</span>
        </p>
      )}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {ANIMATION_STYLES.map((style) => {
          const count = counts.get(style) ?? 0;
          const percent = total === 0 ? 0 : Math.round((count / total) * 100);
          const isOwn = style === own;
          const isSending = vote.isPending && vote.variables === style;
          return (
            <li
              key={style}
              className={classNames(
                'grid content-start gap-2 rounded-2xl border p-4',
                isOwn ? 'border-brand' : 'border-line',
              )}
            >
              <div className="flex flex-wrap items-center gap-2">
                <h3 className="text-lg">{styleName(style)}</h3>
                {count > 0 && count === most && <Badge tone="warn">{m.vote_leading()}</Badge>}
              </div>
              <p className="text-ink-soft">{aboutStyle(style)}</p>
              <ProgressBar
                label={m.vote_share({ name: styleName(style), percent })}
                percent={percent}
                tone="brand"
              />
              <p className="text-sm tabular-nums text-ink-soft">
                {m.vote_count({ count })} · {percent}%
              </p>
              {isOwn ? (
                <p className="min-h-11 content-center font-semibold text-brand-strong">{m.vote_own()}</p>
              ) : (
                (own === null || isChanging) && (
                  <Button
                    variant="quiet"
                    disabled={vote.isPending}
                    unavailable={inviteeId === null}
                    pending={isSending}
                    pendingLabel={m.vote_voting()}
                    aria-label={`${m.vote_vote()}: ${styleName(style)}`}
                    onClick={() => choose(style)}
                  >
                    {m.vote_vote()}
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{m.vote_cast({ count: total })}</p>
        {own !== null && !isChanging && (
          <Button variant="quiet" onClick={() => setChanging(true)}>
            {m.vote_change()}
          </Button>
        )}
      </div>
    </Card>
  );
}

function aboutStyle(style: AnimationStyle): string {
  const texts = {
    classic: m.vote_about_classic,
    casino: m.vote_about_casino,
    cosmic: m.vote_about_cosmic,
    neon: m.vote_about_neon,
    fireworks: m.vote_about_fireworks,
  } as const;
  return texts[style]();
}
