/** The host's remote (R72): on a phone one screen for the evening. The next draw and one big button, the notice, the last winners. */
import type { HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { type Place, placeOf, placesOf } from '../../../show-player/places.ts';
import { namedPrizes } from '../../../show-player/prize-names.ts';
import { ClaimLine } from '../../../ui/claim-line.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { DialogKind } from '../console-dialogs.tsx';
import { counted } from '../counted.ts';
import { hostResultsPath } from '../draw/host-results.ts';
import { SittingOut } from '../draw/sitting-out.tsx';
import { useDrawPreview } from '../draw/use-draw-preview.ts';
import { hostCan, hostMay, rafflePhase } from '../host-actions.ts';
import { Loading } from '../loading.tsx';
import { CheckInPanel } from '../presence/check-in-panel.tsx';
import { drawTitle, nextDraw } from '../raffle-page/draws/draws-data.ts';
import { usePrizes } from '../raffle-page/prizes/prizes-data.ts';
import { StartRequestPanel } from '../start-request/start-request-panel.tsx';
import { useStartRequest } from '../start-request/use-start-request.ts';
import { PauseForm } from './pause-form.tsx';

/** The others are in the section of the draws. */
const PRIZES_SHOWN = 3;
const WINNERS_SHOWN = 5;

interface RemoteViewProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function RemoteView({ raffle, onDialog }: RemoteViewProps) {
  const { data: list, isError, refetch } = usePrizes(raffle);
  const isAsked = useStartRequest(raffle) !== null;
  if (list === undefined) {
    return <Loading className="h-96" failed={isError} onRetry={() => void refetch()} />;
  }
  const next = raffle.cancelled === null ? nextDraw(list.draws) : null;
  const last = list.draws.findLast(({ state }) => state === 'drawn');
  const text = next?.state === 'planned' ? whyNoButton(raffle) : null;
  const canPassOver = hostMay(raffle, 'pass_over_winner') && rafflePhase(raffle) !== 'drawing';
  const prizes = list.prizes.filter(({ draw }) => draw === next?.number);
  return (
    <div className="mx-auto grid max-w-lg gap-5">
      <Card className="grid gap-3 text-center">
        {next === null ? (
          <h2 className="text-2xl">
            {raffle.cancelled === null ? m.raffle_remote_over() : m.raffle_status_cancelled()}
          </h2>
        ) : (
          <>
            <div>
              <p className="font-semibold text-ink-soft">
                {next.state === 'running' ? m.console_drawing_now() : m.raffle_draw_next()}
              </p>
              <h2 className="line-clamp-3 text-3xl wrap-anywhere">{drawTitle(next)}</h2>
            </div>
            <StartRequestPanel raffle={raffle} onConfirm={() => onDialog('draw')} />
            {/* Above all that grows, so that it is there without scrolling. */}
            {hostCan(raffle, 'draw') && !isAsked && (
              <Button className="min-h-20 text-2xl" onClick={() => onDialog('draw')}>
                {m.console_draw()}
              </Button>
            )}
            {next.state === 'running' && (
              <LinkButton href={`/draw/${raffle.id}`} className="min-h-20 text-2xl">
                {m.console_watch_live()}
              </LinkButton>
            )}
            <ul className="grid gap-1">
              {prizes.slice(0, PRIZES_SHOWN).map(({ id, name, quantity }) => (
                <li key={id} className="line-clamp-2 wrap-anywhere">
                  {prizeLine(name ?? m.raffle_draw_unnamed(), quantity)}
                </li>
              ))}
              {prizes.length > PRIZES_SHOWN && (
                <li className="text-ink-soft">{m.next_draw_more({ count: prizes.length - PRIZES_SHOWN })}</li>
              )}
            </ul>
            {next.state === 'planned' && <TakingPart raffle={raffle} />}
          </>
        )}
        <CheckInPanel raffle={raffle} hasPeople />
        {text !== null && <p role="status">{text}</p>}
      </Card>
      {hostCan(raffle, 'change_pause') && <PauseForm raffle={raffle} />}
      {last !== undefined && last.draw_id !== null && (
        <LastWinners
          raffle={raffle}
          drawId={last.draw_id}
          title={drawTitle(last)}
          onPassOver={canPassOver ? () => onDialog('winners') : null}
        />
      )}
    </div>
  );
}

/** Those whom the draw is between, and who sits out. */
function TakingPart({ raffle }: { raffle: HostRaffle }) {
  const { data: preview } = useDrawPreview(raffle);
  if (preview === undefined) return null;
  return (
    <div className="text-ink-soft tabular-nums">
      <p>{counted(m.raffle_remote_entries, preview.entries)}</p>
      <SittingOut preview={preview} />
    </div>
  );
}

function prizeLine(name: string, quantity: number): string {
  return quantity === 1 ? name : m.prizes_quantity({ count: quantity, name });
}

/** What has to happen before the big button is there; null where it is. */
function whyNoButton(raffle: HostRaffle): string | null {
  if (hostCan(raffle, 'draw')) return null;
  return raffle.status === 'draft' ? m.raffle_remote_draft() : m.raffle_remote_nobody();
}

interface LastWinnersProps {
  raffle: HostRaffle;
  drawId: string;
  title: string;
  /** Null while the next draw runs, and for roles that pass nobody over. */
  onPassOver: (() => void) | null;
}

function LastWinners({ raffle, drawId, title, onPassOver }: LastWinnersProps) {
  const path = hostResultsPath(raffle.id, drawId);
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
        <WinnerRows results={results.data} />
      )}
      {onPassOver !== null && (
        <Button variant="quiet" className="mt-3 w-full" onClick={onPassOver}>
          {m.raffle_remote_pass_over()}
        </Button>
      )}
    </Card>
  );
}

function WinnerRows({ results }: { results: ResultsAnswer }) {
  const [isOpen, setOpen] = useState(false);
  const names = namedPrizes(results.prizes);
  const places = placesOf(results, results);
  const shown = isOpen ? places : places.slice(0, WINNERS_SHOWN);
  return (
    <>
      <ol className="mt-3 grid divide-y divide-line">
        {shown.map((place) => (
          <li key={`${place.prize} ${place.position}`} className="grid grid-cols-[1fr_auto] gap-x-3 py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{holderName(place)}</span>
            <span className="tabular-nums">
              {place.holder === null ? '–' : `#${place.holder.entry_number}`}
            </span>
            <span className="col-span-2">
              <ClaimLine holder={place.holder} />
            </span>
            {names.length > 0 && (
              <span className="col-span-2 text-sm wrap-anywhere text-ink-soft">{placeOf(names, place)}</span>
            )}
          </li>
        ))}
      </ol>
      {shown.length < places.length && (
        <Button variant="plain" className="w-full" onClick={() => setOpen(true)}>
          {m.raffle_remote_all_winners({ count: places.length })}
        </Button>
      )}
    </>
  );
}

function holderName({ holder }: Place): string {
  return holder === null ? m.draw_nobody_left() : (holder.display_name ?? m.console_name_erased());
}
