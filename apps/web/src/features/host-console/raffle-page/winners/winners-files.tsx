/**
 * What the host can take along of the winners: lists with everyone's address for the host alone, and what is fit to be published
 * (R76), whose names are those of the public results.
 */
import type { HostRaffle, ResultsAnswer, WinnersAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { CopyTextButton, ResultsPdfLink } from '../../../../show-player/evidence/result-files.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { DownloadLink } from '../../download-link.tsx';
import { hostMay } from '../../host-actions.ts';
import { drawTitle } from '../draws/draws-data.ts';

interface WinnersFilesProps {
  raffle: HostRaffle;
  answer: WinnersAnswer;
}

export function WinnersFiles({ raffle, answer }: WinnersFilesProps) {
  const file = `/api/raffles/${raffle.id}/winners/export`;
  const { draws } = answer;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {hostMay(raffle, 'export_raffle') && (
          <>
            <DownloadLink
              href={`${file}?format=csv`}
              label={m.console_download_csv()}
              name={m.console_winners_csv()}
            />
            <DownloadLink href={`${file}?format=json`} label={m.wins_json()} name={m.wins_json_name()} />
          </>
        )}
        <ResultsPdfLink raffleId={raffle.id} />
        {draws.length === 1 &&
          draws.map((draw) => <OfDraw key={draw.draw_id} {...{ raffle, answer, draw }} />)}
      </div>
      {draws.length > 1 && (
        <ul className="grid gap-3">
          {draws.map((draw) => (
            <li key={draw.draw_id} className="flex flex-wrap items-center gap-3 max-sm:*:grow">
              <OfDraw {...{ raffle, answer, draw }} isOneOfSeveral />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface OfDrawProps extends WinnersFilesProps {
  draw: WinnersAnswer['draws'][number];
  isOneOfSeveral?: boolean;
}

function OfDraw({ raffle, answer, draw, isOneOfSeveral = false }: OfDrawProps) {
  const path = `/api/raffles/${raffle.id}/results?draw_id=${draw.draw_id}`;
  // Asked again when somebody was passed over: the text names present holders.
  const holders = answer.prizes
    .filter((prize) => prize.draw_id === draw.draw_id)
    .flatMap(({ places }) => places.map(({ holder }) => holder?.entry_number ?? 0));
  const results = useQuery({ queryKey: [path, holders], queryFn: () => call<ResultsAnswer>('GET', path) });
  const title = drawTitle(draw);
  return (
    <>
      <LinkButton href={`/results/${raffle.id}?draw=${draw.draw_id}`} variant="quiet">
        {isOneOfSeveral ? m.wins_results_of({ draw: title }) : m.wins_results()}
      </LinkButton>
      <LinkButton href={`/results/${raffle.id}?draw=${draw.draw_id}#video`} variant="quiet">
        <Clapperboard aria-hidden className="size-4.5 shrink-0" />
        {isOneOfSeveral ? m.files_video_of({ draw: title }) : m.files_video()}
      </LinkButton>
      {results.data !== undefined && (
        <CopyTextButton
          results={results.data}
          several={isOneOfSeveral}
          {...(isOneOfSeveral && { name: m.files_copy_text_of({ draw: title }) })}
        />
      )}
    </>
  );
}
