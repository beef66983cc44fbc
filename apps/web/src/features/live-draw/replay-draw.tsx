/** The replay of a stored draw (R34): fetched once, then played without a connection. */
import type { ReplayAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ChatDock } from '../../chat/chat-dock.tsx';
import { useDeviceCheck } from '../../checking/device/use-device-check.ts';
import { useCollectedReceipt } from '../../checking/evidence/collect.ts';
import { createTalkStore } from '../../live/talk-store.ts';
import { m } from '../../messages/generated/messages.js';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { DrawFairness } from './draw-fairness.tsx';
import { ReplayShow } from '../../show-player/replay-show.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DrawGone } from './draw-gone.tsx';

export function ReplayDraw({ raffleId }: { raffleId: string }) {
  const path = `/api/raffles/${raffleId}/replay`;
  const replay = useQuery({ queryKey: [path], queryFn: () => call<ReplayAnswer>('GET', path) });
  if (replay.isError) return <DrawGone text={m.draw_replay_gone_text()} />;
  if (replay.data === undefined) {
    return (
      <Page title={m.draw_replay()}>
        <p role="status" className="sr-only">
          {m.draw_loading()}
        </p>
        <Skeleton className="h-[70dvh]" />
      </Page>
    );
  }
  return <Playing replay={replay.data} />;
}

function Playing({ replay: { plan, results } }: { replay: ReplayAnswer }) {
  const entry = useOwnEntry(plan.raffle_id, 'after freeze');
  useCollectedReceipt(plan.raffle_id, entry);
  const check = useDeviceCheck(plan, results, { prizeStatus: results });
  // Without a connection: the chat of a replay is read over HTTP, when somebody opens it.
  const [talk] = useState(() => createTalkStore(plan.raffle_id, () => false));
  return (
    <>
      <ReplayShow
        title={results.title}
        plan={plan}
        result={results}
        prizeStatus={results}
        own={entry.data?.entry_number ?? null}
        fairness={<DrawFairness plan={plan} check={check} />}
        links={
          <LinkButton href={`/results/${plan.raffle_id}`} className="min-h-13 text-lg">
            {m.draw_view_results()}
          </LinkButton>
        }
      />
      <aside aria-label={m.chat_title()}>
        <ChatDock talk={talk} isConnected={false} isReplay />
      </aside>
    </>
  );
}
