/** The host's remote (R72): on a phone one screen for the evening. The next draw and one big button, the notice, the last winners. */
import type { HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { placesOf } from '../../../show-player/places.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { DialogKind } from '../console-dialogs.tsx';
import { hostCan } from '../host-actions.ts';
import { Loading } from '../loading.tsx';
import { drawTitle, nextDraw } from '../raffle-page/draws/draws-data.ts';
import { usePrizes } from '../raffle-page/prizes/prizes-data.ts';
import { PauseForm } from './pause-form.tsx';

interface RemoteViewProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function RemoteView({ raffle, onDialog }: RemoteViewProps) {
  const { data: list, isError, refetch } = usePrizes(raffle);
  if (list === undefined) {
    return <Loading className="h-96" failed={isError} onRetry={() => void refetch()} />;
  }
  const next = nextDraw(list.draws);
  const last = list.draws.findLast(({ state }) => state === 'drawn');
  const prizes = list.prizes.filter(({ draw }) => draw === next?.number);
  return (
    <div className="mx-auto grid max-w-lg gap-5">
      <Card className="grid gap-4 text-center">
        {next === null ? (
          <h2 className="text-2xl">{m.raffle_remote_over()}</h2>
        ) : (
          <>
            <div>
              <p className="font-semibold text-ink-soft">
                {next.state === 'running' ? m.console_drawing_now() : m.raffle_draw_next()}
              </p>
              <h2 className="text-3xl wrap-anywhere">{drawTitle(next)}</h2>
            </div>
            <ul className="grid gap-1">
              {prizes.map(({ id, name, quantity }) => (
                <li key={id} className="wrap-anywhere">
                  {m.prizes_quantity({ count: quantity, name: name ?? m.raffle_draw_unnamed() })}
                </li>
              ))}
            </ul>
            <p className="text-ink-soft tabular-nums">
              {m.raffle_remote_entries({ count: raffle.participant_count.toLocaleString() })}
            </p>
          </>
        )}
        {hostCan(raffle, 'draw') && (
          <Button className="min-h-20 text-2xl" onClick={() => onDialog('draw')}>
            {m.console_draw()}
          </Button>
        )}
        {next?.state === 'running' && (
          <LinkButton href={`/draw/${raffle.id}`} className="min-h-20 text-2xl">
            {m.console_watch_live()}
          </LinkButton>
        )}
      </Card>
      {hostCan(raffle, 'change_pause') && <PauseForm raffle={raffle} />}
      {last !== undefined && last.draw_id !== null && (
        <LastWinners
          raffle={raffle}
          drawId={last.draw_id}
          title={drawTitle(last)}
          onPassOver={hostCan(raffle, 'pass_over') ? () => onDialog('winners') : null}
        />
      )}
    </div>
  );
}

interface LastWinnersProps {
  raffle: HostRaffle;
  drawId: string;
  title: string;
  /** Null while nobody can be passed over. */
  onPassOver: (() => void) | null;
}

function LastWinners({ raffle, drawId, title, onPassOver }: LastWinnersProps) {
  const path = `/api/raffles/${raffle.id}/results?draw_id=${drawId}`;
  const results = useQuery({
    queryKey: [path],
    queryFn: () => call<ResultsAnswer>('GET', path),
    refetchOnMount: 'always',
  });
  return (
    <Card>
      <h2 className="text-xl">{m.raffle_remote_winners()}</h2>
      <p className="text-ink-soft wrap-anywhere">{title}</p>
      {results.data === undefined ? (
        <Loading className="mt-3 h-24" failed={results.isError} onRetry={() => void results.refetch()} />
      ) : (
        <ol className="mt-3 grid divide-y divide-line">
          {placesOf(results.data, results.data).map(({ prize, position, holder }) => (
            <li key={`${prize} ${position}`} className="flex justify-between gap-3 py-2">
              <span className="min-w-0 font-semibold wrap-anywhere">
                {holder?.display_name ?? m.console_name_erased()}
              </span>
              <span className="tabular-nums">{holder === null ? '–' : `#${holder.entry_number}`}</span>
            </li>
          ))}
        </ol>
      )}
      {onPassOver !== null && (
        <Button variant="quiet" className="mt-3 w-full" onClick={onPassOver}>
          {m.raffle_remote_pass_over()}
        </Button>
      )}
    </Card>
  );
}
