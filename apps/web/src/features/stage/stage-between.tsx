/**
 * Between two draws (R69, R70, R72), in letters for the last row: what comes next and who gave it, the host's notice, who won
 * so far and sits the next one out, and how to join while that is possible.
 */
import type { PlannedDraw, PrizeStatus, PublicRaffle, ResultsAnswer, StageInfo } from '@glassdrum/contract';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { usePrizeList } from '../../api/prize-list.ts';
import { m } from '../../messages/generated/messages.js';
import { SourcesLine } from '../../participation/entry/sources-line.tsx';
import { drawCalled } from '../../api/draw-names.ts';
import { pauseSentence } from '../../participation/raffle/pause-sentence.ts';
import { holderClaimText } from '../../ui/claim-texts.ts';
import { placeOf } from '../../show-player/places.ts';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { nameOf } from '../../show-player/winners.ts';
import { classNames } from '../../ui/class-names.ts';
import { plate } from './stage-frame.tsx';
import { HowToJoin } from './stage-join.tsx';
import { StagePrizes } from './stage-prizes.tsx';
import { turnOf, useTurns } from './use-turns.ts';

interface StageBetweenProps {
  raffle: PublicRaffle;
  info: StageInfo;
  stageKey: string;
  /** The server's clock. */
  now: () => number;
  /** Of the last draw: it changes when somebody is passed over or claims. */
  prizeStatus: PrizeStatus | null;
  isOverlay: boolean;
}

/** The room tells this screen of a winner who is passed over while it is open, unless that was before. */
const LOOK_AGAIN_MS = 30_000;
const PRIZES_SHOWN = 5;
/** A notice takes the place of some. */
const PRIZES_BELOW_NOTICE = 4;
const WINNERS_SHOWN = 7;
const WINNERS_BELOW_CODE = 3;
/** Where the code in the hall or a passphrase stands above them. */
const WINNERS_BELOW_CHECKS = 2;

export function StageBetween({ raffle, info, stageKey, now, prizeStatus, isOverlay }: StageBetweenProps) {
  const list = usePrizeList(raffle.id, raffle.prizes_revision + raffle.draws.left / 100);
  const draws = list.data?.draws ?? [];
  const next = draws.find(({ state }) => state === 'planned');
  const prizes = list.data?.prizes.filter(({ draw }) => draw === next?.number) ?? [];
  const winners = useWinnersSoFar(raffle.id, draws, prizeStatus);
  const isOpen = raffle.status === 'open' && info.public_url !== null;
  const heading = next === undefined ? raffle.title : m.next_draw({ draw: drawCalled(next) });
  const sitsOut =
    list.data?.policy === 'once' && winners.length > 0 ? (
      <SitsOut people={new Set(winners.map(({ number }) => number)).size} />
    ) : null;
  if (isOverlay) {
    return (
      <div className="flex min-h-0 flex-1 items-end justify-between gap-[3vw] p-[3vh]">
        <section className={classNames('max-w-[56vw] min-w-0', plate(true))}>
          <h1 className="line-clamp-1 text-[5vh] leading-tight wrap-anywhere">{heading}</h1>
          {raffle.pause !== null && (
            <p role="status" className="line-clamp-2 text-[3.4vh] font-bold wrap-anywhere text-brand">
              {pauseSentence(raffle.pause)}
            </p>
          )}
          {raffle.pause === null && <div className="text-[2.6vh] text-ink-soft">{sitsOut}</div>}
        </section>
        {isOpen && <HowToJoin raffle={raffle} info={info} stageKey={stageKey} now={now} isOverlay />}
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 gap-[3vw] px-[3vw] py-[3vh] portrait:flex-col portrait:gap-[2vh]">
      <section className="flex min-h-0 min-w-0 flex-1 flex-col gap-[1.6vh] portrait:flex-none">
        <header>
          {next !== undefined && <p className="truncate text-[3.2vh] text-ink-soft">{raffle.title}</p>}
          <h1 className="line-clamp-2 pb-[0.08em] text-[7vh] leading-[1.08] wrap-anywhere portrait:text-[min(7vh,8vw)]">
            {heading}
          </h1>
        </header>
        {raffle.pause !== null && (
          <div role="status" className="rounded-[2vh] bg-brand px-[2vw] py-[1.6vh] text-on-brand">
            <p className="line-clamp-3 text-[4.6vh] leading-tight font-bold wrap-anywhere portrait:text-[min(4.6vh,5.6vw)]">
              {pauseSentence(raffle.pause)}
            </p>
          </div>
        )}
        <StagePrizes
          prizes={prizes}
          perPage={raffle.pause === null ? PRIZES_SHOWN : PRIZES_BELOW_NOTICE}
          className="flex-1 overflow-hidden portrait:flex-none"
        />
        <div className="text-[2.8vh] leading-tight portrait:text-[min(2.8vh,3.6vw)]">
          <p className="tabular-nums">
            <span className="font-display font-bold">{raffle.participant_count.toLocaleString()}</span>{' '}
            {raffle.participant_count === 1 ? m.stage_one_entry() : m.stage_entries()}
          </p>
          <SourcesLine sources={raffle.sources} className="text-ink-soft tabular-nums" />
        </div>
      </section>
      <div className="flex min-h-0 w-[38vw] shrink-0 flex-col gap-[2vh] portrait:w-full portrait:flex-1 portrait:overflow-hidden">
        {isOpen && (
          <HowToJoin raffle={raffle} info={info} stageKey={stageKey} now={now} isOverlay={false} isSmall />
        )}
        <Winners winners={winners} perPage={isOpen ? winnersBelow(raffle) : WINNERS_SHOWN}>
          {sitsOut}
        </Winners>
      </div>
    </div>
  );
}

function winnersBelow({ join_checks: checks, requires_passphrase: asksPassphrase }: PublicRaffle): number {
  return checks.hall_code || asksPassphrase ? WINNERS_BELOW_CHECKS : WINNERS_BELOW_CODE;
}

interface Winner {
  key: string;
  number: number;
  name: string;
  /** Null where the prizes have no names. */
  prize: string | null;
  /** R73: null for a prize without a claim window that nobody claimed yet. */
  claim: string | null;
}

/** Who holds the prizes of the draws before: those of the last one first. */
function useWinnersSoFar(
  raffleId: string,
  draws: readonly PlannedDraw[],
  prizeStatus: PrizeStatus | null,
): Winner[] {
  const news = JSON.stringify(prizeStatus?.current_winners.map(({ id, state, claim }) => [id, state, claim]));
  const drawn = draws.filter(({ state }) => state === 'drawn').toReversed();
  const answers = useQueries({
    queries: drawn.map(({ draw_id: id }, index) => {
      const path = `/api/raffles/${raffleId}/results?draw_id=${id ?? ''}`;
      return {
        queryKey: [path, index === 0 ? news : null],
        placeholderData: keepPreviousData,
        queryFn: () => call<ResultsAnswer>('GET', path),
        refetchInterval: LOOK_AGAIN_MS,
      };
    }),
  });
  return answers.flatMap(({ data }) => {
    if (data === undefined) return [];
    const names = namedPrizes(data.prizes);
    return data.current_winners.map((row) => ({
      key: `${data.draw_id} ${row.prize} ${row.position}`,
      number: row.entry_number,
      name: nameOf(row),
      prize: names.length === 0 ? null : placeOf(names, row),
      claim: holderClaimText(row)?.text ?? null,
    }));
  });
}

function SitsOut({ people }: { people: number }) {
  return <p>{people === 1 ? m.stage_sits_out_one() : m.stage_sit_out({ count: people.toLocaleString() })}</p>;
}

interface WinnersProps {
  winners: readonly Winner[];
  perPage: number;
  /** Below them. */
  children: ReactNode;
}

function Winners({ winners, perPage, children }: WinnersProps) {
  const { shown, page, pages } = turnOf(winners, perPage, useTurns());
  if (winners.length === 0) return null;
  return (
    <section className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-[3vh] bg-card px-[1.6vw] py-[1.6vh] shadow-card portrait:px-[3vw]">
      <h2 className="flex items-baseline justify-between gap-[2vw] text-[3vh]">
        {m.stage_winners_so_far()}
        {pages > 1 && (
          <span className="text-[2.4vh] font-semibold text-ink-soft tabular-nums">
            {m.draw_page_of({ page, pages })}
          </span>
        )}
      </h2>
      <ol key={page} className="mt-[0.6vh] min-h-0 flex-1 animate-appear overflow-hidden">
        {shown.map(({ key, number, name, prize, claim }) => (
          <li
            key={key}
            className="grid h-[9vh] grid-cols-[1fr_auto] content-center items-baseline gap-x-[1vw] border-b border-line last:border-b-0 portrait:h-[6vh]"
          >
            <span className="truncate font-display text-[3.4vh] leading-tight font-bold portrait:text-[min(2.6vh,4vw)]">
              {name}
            </span>
            <span className="text-[2.8vh] leading-tight font-semibold text-ink-soft tabular-nums portrait:text-[2.2vh]">
              {m.draw_entry({ number })}
            </span>
            {(prize !== null || claim !== null) && (
              <span className="col-span-2 flex gap-x-[0.8vw] text-[2.4vh] leading-tight text-ink-soft portrait:text-[1.8vh]">
                <span className="min-w-0 truncate">{prize}</span>
                {claim !== null && <span className="shrink-0 font-semibold">{claim}</span>}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div className="pt-[0.6vh] text-[2.4vh] leading-tight text-ink-soft">{children}</div>
    </section>
  );
}
