/** R73: the claims of a raffle for its host: found by prize, state and person, with what can be done about each, live. */
import { useDeferredValue, useState } from 'react';
import { type ClaimRow, claimState, type HostRaffle, type WinnersAnswer } from '@glassdrum/contract';
import { m } from '../../../../../messages/generated/messages.js';
import { claimStateText } from '../../../../../ui/claim-texts.ts';
import { counted } from '../../../counted.ts';
import { DownloadLink } from '../../../download-link.tsx';
import { NothingFound } from '../../../empty-list.tsx';
import { hostMay, rafflePhase } from '../../../host-actions.ts';
import { Loading } from '../../../loading.tsx';
import { drawTitle } from '../../draws/draws-data.ts';
import { FilterChoice, FindField } from '../../list-filter.tsx';
import { titleOfPrize } from '../wins-texts.ts';
import { AnswersDialog } from './answers-dialog.tsx';
import { type AskedStep, ClaimStepDialog } from './claim-step-dialog.tsx';
import { ALL_CLAIMS, type ClaimFilter, claimsPath, isAllClaims, prizeKey, useClaims } from './claims-data.ts';
import { ClaimsList } from './claims-list.tsx';
import { HandOverForm } from './hand-over-form.tsx';

interface ClaimsViewProps {
  raffle: HostRaffle;
  winners: WinnersAnswer;
}

export function ClaimsView({ raffle, winners }: ClaimsViewProps) {
  const [filter, setFilter] = useState(ALL_CLAIMS);
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const [answersOf, setAnswersOf] = useState<ClaimRow | null>(null);
  const calmFilter = useDeferredValue(filter);
  const claims = useClaims(raffle, calmFilter);
  const rows = claims.data?.pages.flatMap((page) => page.rows);
  const [first] = claims.data?.pages ?? [];
  const found = first?.total ?? 0;
  const all = Object.values(first?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const isOver = rafflePhase(raffle) === 'drawing' || raffle.cleaned_at !== null;
  const canAct = !isOver && hostMay(raffle, 'manage_claims');
  const canHandOver = !isOver && hostMay(raffle, 'hand_over_prizes');
  const hasDraws = winners.draws.length > 1;
  const prizeOf = (row: ClaimRow): string => prizeText(row, raffle.named_prizes, hasDraws);
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-ink-soft">{m.claims_host_text()}</p>
      {canHandOver && <HandOverForm raffle={raffle} prizeOf={prizeOf} />}
      {hostMay(raffle, 'export_raffle') && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <DownloadLink
            href={`${claimsPath(raffle.id)}/export?format=csv`}
            label={m.console_download_csv()}
            name={m.claims_csv_name()}
          />
          <DownloadLink
            href={`${claimsPath(raffle.id)}/export?format=xlsx`}
            label={m.claims_xlsx()}
            name={m.claims_xlsx_name()}
          />
        </div>
      )}
      <Toolbar
        winners={winners}
        counts={first?.counts ?? {}}
        filter={filter}
        hasDraws={hasDraws}
        onFilter={setFilter}
      />
      <p role="status" className="text-ink-soft tabular-nums">
        {first !== undefined &&
          (isAllClaims(calmFilter)
            ? counted(m.claims_host_count, all)
            : m.claims_host_found({ found: found.toLocaleString(), all: all.toLocaleString() }))}
      </p>
      {rows === undefined && (
        <Loading className="h-96" failed={claims.isError} onRetry={() => void claims.refetch()} />
      )}
      {rows?.length === 0 && (
        <NothingFound showAll={m.claims_host_show_all()} onClear={() => setFilter(ALL_CLAIMS)} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <ClaimsList
          rows={rows}
          total={found}
          prizeOf={prizeOf}
          raffle={raffle}
          onStep={canAct || canHandOver ? (step, row) => setAsked({ step, row }) : null}
          onAnswers={hostMay(raffle, 'see_claim_answers') ? setAnswersOf : null}
          onEnd={() => {
            if (claims.hasNextPage && !claims.isFetching) void claims.fetchNextPage();
          }}
        />
      )}
      {answersOf !== null && (
        <AnswersDialog
          raffleId={raffle.id}
          row={answersOf}
          canChange={canAct && answersOf.state === 'claimed'}
          onClose={() => setAnswersOf(null)}
        />
      )}
      {asked !== null && (
        <ClaimStepDialog
          raffleId={raffle.id}
          {...asked}
          prize={prizeOf(asked.row)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** "Bottle of wine · Midnight", or the place in a raffle with one unnamed prize. */
function prizeText(
  { prize, position, prize_name: name, draw }: ClaimRow,
  isNamed: boolean,
  hasDraws: boolean,
): string {
  const title = isNamed ? titleOfPrize({ name, prize }) : m.draw_own_win_place({ position });
  return hasDraws ? `${title} · ${drawTitle(draw)}` : title;
}

interface ToolbarProps {
  winners: WinnersAnswer;
  counts: Partial<Record<ClaimRow['state'], number>>;
  filter: ClaimFilter;
  hasDraws: boolean;
  onFilter: (filter: ClaimFilter) => void;
}

function Toolbar({ winners, counts, filter, hasDraws, onFilter }: ToolbarProps) {
  const drawOf = new Map(winners.draws.map((draw) => [draw.draw_id, draw]));
  return (
    <div role="search" aria-label={m.claims_host_list()} className="flex flex-wrap gap-3">
      <FindField
        label={m.claims_host_find()}
        value={filter.words}
        onChange={(words) => onFilter({ ...filter, words })}
      />
      {winners.prizes.length > 1 && (
        <FilterChoice
          label={m.claims_host_prize()}
          all={m.claims_host_all_prizes()}
          options={winners.prizes.map((prize) => {
            const draw = drawOf.get(prize.draw_id);
            const title = titleOfPrize(prize);
            return {
              value: prizeKey(prize),
              label: hasDraws && draw !== undefined ? `${title} · ${drawTitle(draw)}` : title,
              count: prize.places.length,
            };
          })}
          value={filter.prize}
          onChange={(prize) => onFilter({ ...filter, prize })}
        />
      )}
      <FilterChoice
        label={m.people_column_state()}
        all={m.people_all_states()}
        options={claimState.options.map((state) => ({
          value: state,
          label: claimStateText(state),
          count: counts[state] ?? 0,
        }))}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
      />
    </div>
  );
}
