/**
 * Who won what, over all draws of the raffle (R60): by prize, with how to reach the winners, who was passed over, and who is
 * next in line. Before a reveal nothing of its draw is here (R4).
 */
import { useDeferredValue, useMemo, useState } from 'react';
import type { HostRaffle, WinnersAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Tabs } from '../../../../ui/tabs.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { counted } from '../../counted.ts';
import { winnersKey } from '../../console-data.ts';
import { PassOverDialog } from '../../draw/pass-over-dialog.tsx';
import { NothingFound, NothingYet } from '../../empty-list.tsx';
import { hostMay, rafflePhase } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { drawTitle } from '../draws/draws-data.ts';
import { FilterChoice, FindField } from '../list-filter.tsx';
import { sectionPath } from '../sections.ts';
import { useRefetch } from '../use-refetch.ts';
import { ClaimsView } from './claims/claims-view.tsx';
import { WinsList } from './wins-list.tsx';
import { WinnersFiles } from './winners-files.tsx';
import { absentText, titleOfPrize, winStateText } from './wins-texts.ts';
import {
  ALL_WINS,
  countWins,
  filteredWins,
  groupedWins,
  isAllWins,
  type Win,
  type WinFilter,
  winsOf,
  winStates,
} from './wins.ts';

export function WinnersSection({ raffle }: { raffle: HostRaffle }) {
  const hasWinners = raffle.draws.held > 0 || rafflePhase(raffle) === 'drawn';
  return (
    <section aria-labelledby="winners" tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <h2 id="winners" className="text-2xl">
        {m.console_winners()}
      </h2>
      {hasWinners ? <Winners raffle={raffle} /> : <NotYet raffle={raffle} />}
    </section>
  );
}

function NotYet({ raffle }: { raffle: HostRaffle }) {
  const isDrawing = rafflePhase(raffle) === 'drawing';
  return (
    <NothingYet
      Sign={Trophy}
      title={m.wins_none()}
      text={isDrawing ? m.wins_none_drawing() : m.wins_none_text()}
    >
      {isDrawing && (
        <LinkButton href={`/draw/${raffle.id}`} className="mt-3">
          {m.console_watch_live()}
        </LinkButton>
      )}
    </NothingYet>
  );
}

function Winners({ raffle }: { raffle: HostRaffle }) {
  const winners = useQuery({
    // The console's connection says when a winner was passed over.
    queryKey: winnersKey(raffle.id),
    queryFn: () => call<WinnersAnswer>('GET', `/api/raffles/${raffle.id}/winners`),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, winners);
  if (winners.data === undefined) {
    return <Loading className="h-96" failed={winners.isError} onRetry={() => void winners.refetch()} />;
  }
  return (
    <Tabs
      label={m.claims_views()}
      initial={new URLSearchParams(window.location.search).get('view') ?? 'prizes'}
      tabs={[
        {
          value: 'prizes',
          label: m.claims_tab_prizes(),
          content: <AllWins raffle={raffle} answer={winners.data} onChanged={() => void winners.refetch()} />,
        },
        {
          value: 'claims',
          label: m.claims_tab_claims(),
          content: <ClaimsView raffle={raffle} winners={winners.data} />,
        },
      ]}
    />
  );
}

interface AllWinsProps {
  raffle: HostRaffle;
  answer: WinnersAnswer;
  onChanged: () => void;
}

function AllWins({ raffle, answer, onChanged }: AllWinsProps) {
  const [filter, setFilter] = useState(ALL_WINS);
  const [toPass, setToPass] = useState<Win | null>(null);
  const calmFilter = useDeferredValue(filter);
  const wins = useMemo(() => winsOf(answer), [answer]);
  const found = useMemo(() => filteredWins(wins, calmFilter), [wins, calmFilter]);
  const rows = useMemo(() => groupedWins(found), [found]);
  const isFiltered = !isAllWins(calmFilter);
  const holder = toPass?.place.holder ?? null;
  const canPassOver =
    hostMay(raffle, 'pass_over_winner') && rafflePhase(raffle) !== 'drawing' && raffle.cleaned_at === null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-ink-soft">{m.console_winners_text()}</p>
      <WinnersFiles raffle={raffle} answer={answer} />
      <Absent raffle={raffle} answer={answer} />
      <Toolbar answer={answer} wins={wins} filter={filter} onFilter={setFilter} />
      <p role="status" className="text-ink-soft tabular-nums">
        {isFiltered
          ? m.wins_found({ found: found.length.toLocaleString(), all: wins.length.toLocaleString() })
          : counted(m.raffle_prizes_wins, wins.length)}
      </p>
      {found.length === 0 ? (
        <NothingFound showAll={m.wins_show_all()} onClear={() => setFilter(ALL_WINS)} />
      ) : (
        <WinsList
          rows={rows}
          hasDraws={answer.draws.length > 1}
          hasPrizes={raffle.named_prizes}
          raffle={raffle}
          onPassOver={canPassOver ? setToPass : null}
        />
      )}
      {toPass !== null && holder !== null && (
        <PassOverDialog
          raffleId={raffle.id}
          drawId={toPass.draw.draw_id}
          holder={{ ...holder, prize: toPass.prize.prize }}
          prize={raffle.named_prizes ? titleOfPrize(toPass.prize) : null}
          next={toPass.prize.next[0]}
          onDone={onChanged}
          onClose={() => setToPass(null)}
        />
      )}
    </div>
  );
}

/** R71: that many people could not win, and who they are. */
function Absent({ raffle, answer }: { raffle: HostRaffle; answer: WinnersAnswer }) {
  const draws = answer.draws.filter(({ presence }) => presence !== null && presence.absent > 0);
  if (draws.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-2xl bg-sunken p-4">
      <div className="grid gap-1">
        {draws.map((draw) => (
          <p key={draw.draw_id} className="wrap-anywhere">
            {absentText(draw, answer.draws.length > 1)}
          </p>
        ))}
      </div>
      {hostMay(raffle, 'see_participants') && (
        <LinkButton href={`${sectionPath(raffle.id, 'people')}?presence=absent`} variant="quiet">
          {m.wins_absent_people()}
        </LinkButton>
      )}
    </div>
  );
}

interface ToolbarProps {
  answer: WinnersAnswer;
  wins: readonly Win[];
  filter: WinFilter;
  onFilter: (filter: WinFilter) => void;
}

function Toolbar({ answer, wins, filter, onFilter }: ToolbarProps) {
  const counts = useMemo(() => countWins(wins), [wins]);
  return (
    <div role="search" aria-label={m.console_winners()} className="flex flex-wrap gap-3">
      <FindField
        label={m.wins_find()}
        value={filter.words}
        onChange={(words) => onFilter({ ...filter, words })}
      />
      {answer.draws.length > 1 && (
        <FilterChoice
          label={m.wins_draw()}
          all={m.wins_all_draws()}
          options={answer.draws.map((draw) => ({
            value: draw.draw_id,
            label: drawTitle(draw),
            count: counts.draws.get(draw.draw_id) ?? 0,
          }))}
          value={filter.drawId}
          onChange={(drawId) => onFilter({ ...filter, drawId })}
        />
      )}
      <FilterChoice
        label={m.people_column_state()}
        all={m.people_all_states()}
        options={[
          ...winStates.map((state) => ({
            value: state,
            label: winStateText(state),
            count: counts.states[state],
          })),
          { value: 'passed' as const, label: m.wins_state_passed(), count: counts.passed },
        ]}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
      />
    </div>
  );
}
