/** Who holds the prizes after the draw, and passing over somebody who is absent (R14); the list as a file. */
import { useState } from 'react';
import type { HostRaffle, PrizeHolder, ResultsAnswer } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { isSamePlace, placeOf, placesOf } from '../../../show-player/places.ts';
import { namedPrizes, prizeTitle } from '../../../show-player/prize-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RowList } from '../../../ui/virtual-list.tsx';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { hostResultsPath } from './host-results.ts';
import { nextInLine } from './next-in-line.ts';
import { PassOverDialog } from './pass-over-dialog.tsx';
import { reasonText } from './pass-over-reasons.ts';

interface WinnersDialogProps {
  raffle: HostRaffle;
  onClose: () => void;
}

export function WinnersDialog({ raffle, onClose }: WinnersDialogProps) {
  const path = hostResultsPath(raffle.id);
  const results = useQuery({
    queryKey: [path],
    queryFn: () => call<ResultsAnswer>('GET', path),
    refetchOnMount: 'always',
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_winners_title()}
      description={raffle.title}
      footer={
        <div className="flex justify-end">
          <DownloadLink
            href={`/api/raffles/${raffle.id}/winners/export?format=csv`}
            label={m.console_download_csv()}
            name={m.console_winners_csv()}
          />
        </div>
      }
    >
      {results.data === undefined ? (
        <Loading className="h-56" failed={results.isError} onRetry={() => void results.refetch()} />
      ) : (
        <Prizes raffle={raffle} results={results.data} />
      )}
    </Dialog>
  );
}

const nameOf = (name: string | null): string => name ?? m.console_name_erased();

function Prizes({ raffle, results }: { raffle: HostRaffle; results: ResultsAnswer }) {
  const [toPass, setToPass] = useState<PrizeHolder | null>(null);
  const queryClient = useQueryClient();
  const prizes = namedPrizes(results.prizes);
  const places = placesOf(results, results).map((place) => ({
    ...place,
    passed: results.passed_over.filter((row) => isSamePlace(row, place)),
  }));
  return (
    <>
      <p className="mb-4 text-ink-soft">{m.console_winners_text()}</p>
      <RowList
        label={m.console_winners_title()}
        rows={places}
        rowKey={({ prize, position }) => `${prize} ${position}`}
        renderRow={({ prize, position, holder, passed }) => (
          <div className="grid grid-cols-[2.5rem_1fr] items-center gap-x-3 py-3 sm:grid-cols-[3rem_1fr_auto]">
            {prizes.length > 0 && position === 1 && (
              <h3 className="col-span-full pb-1 text-lg leading-tight wrap-anywhere">
                {prizeTitle(prizes, prize)}
              </h3>
            )}
            <span className="font-display text-2xl leading-tight font-extrabold text-brand tabular-nums">
              {position}
            </span>
            <div className="min-w-0">
              {holder === null ? (
                <p className="font-semibold text-ink-soft">{m.console_prize_free()}</p>
              ) : (
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-display text-xl leading-tight font-bold wrap-anywhere">
                    {nameOf(holder.display_name)}
                  </span>
                  <span className="text-ink-soft tabular-nums">
                    {m.console_entry({ number: holder.entry_number })}
                  </span>
                  {holder.moved_up && <Badge tone="info">{m.console_moved_up()}</Badge>}
                </p>
              )}
              <ul>
                {passed.map((row) => (
                  <li key={row.entry_number} className="text-sm text-ink-soft">
                    {m.console_passed_over_row({
                      name: nameOf(row.display_name),
                      number: row.entry_number,
                      reason: reasonText(row.reason),
                    })}
                  </li>
                ))}
              </ul>
            </div>
            {holder !== null && (
              <Button
                variant="quiet"
                className="text-sm max-sm:col-start-2 max-sm:mt-2 max-sm:justify-self-start"
                aria-label={m.console_pass_over_name({ name: nameOf(holder.display_name) })}
                onClick={() => setToPass(holder)}
              >
                {m.console_pass_over()}
              </Button>
            )}
          </div>
        )}
      />
      {toPass !== null && (
        <PassOverDialog
          raffleId={raffle.id}
          holder={toPass}
          prize={prizes.length === 0 ? null : placeOf(prizes, toPass)}
          next={nextInLine(results, toPass.prize)}
          onDone={() => void queryClient.invalidateQueries({ queryKey: [hostResultsPath(raffle.id)] })}
          onClose={() => setToPass(null)}
        />
      )}
    </>
  );
}
