/** The wins under their prizes. Only rows in view are in the page. */
import type { HostRaffle, PrizeWins, WinningPerson } from '@glassdrum/contract';
import { ImageDown } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { cardPath } from '../../../../show-player/evidence/result-files.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { buttonLook } from '../../../../ui/button-look.ts';
import { Button } from '../../../../ui/button.tsx';
import { PrizeImage } from '../../../../ui/prize-image.tsx';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import { reasonText } from '../../draw/pass-over-reasons.ts';
import { drawTitle } from '../draws/draws-data.ts';
import { Contact } from './contact.tsx';
import { titleOfPrize, winStateText } from './wins-texts.ts';
import type { PrizeHeading, Win } from './wins.ts';

/** Pixels; rows are measured. */
const ROW_GUESS = 96;

interface WinsListProps {
  rows: readonly (Win | PrizeHeading)[];
  /** Of several draws, each prize says which one it belongs to. */
  hasDraws: boolean;
  /** False for one unnamed prize, which needs no heading. */
  hasPrizes: boolean;
  raffle: HostRaffle;
  /** Null while nobody can be passed over. */
  onPassOver: ((win: Win) => void) | null;
}

export function WinsList({ rows, hasDraws, hasPrizes, raffle, onPassOver }: WinsListProps) {
  return (
    <VirtualList
      role="list"
      aria-label={m.console_winners()}
      tabIndex={0}
      className="max-h-[max(24rem,75dvh)] rounded-xl border border-line bg-card"
      rows={rows}
      rowKey={({ kind, key }) => `${kind} ${key}`}
      rowHeight={ROW_GUESS}
      rowProps={(index) => ({
        role: 'listitem',
        'aria-setsize': rows.length,
        'aria-posinset': index + 1,
        className: 'border-b border-line',
      })}
      renderRow={(row) =>
        row.kind === 'prize' ? (
          <Heading row={row} hasDraw={hasDraws} hasTitle={hasPrizes} raffleId={raffle.id} />
        ) : (
          <WinRow raffle={raffle} win={row} onPassOver={row.draw.can_pass_over ? onPassOver : null} />
        )
      }
    />
  );
}

interface HeadingProps {
  row: PrizeHeading;
  hasDraw: boolean;
  hasTitle: boolean;
  raffleId: string;
}

function Heading({ row, hasDraw, hasTitle, raffleId }: HeadingProps) {
  const { prize, draw } = row;
  const title = hasTitle ? titleOfPrize(prize) : m.wins_places();
  return (
    <div className="flex items-start gap-3 bg-sunken px-3 py-3 sm:px-4">
      {hasTitle && <PrizeImage url={prize.image_url} prize={prize.prize} className="size-14" />}
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">
          {prize.quantity === 1
            ? title
            : m.raffle_prizes_times({ quantity: prize.quantity.toLocaleString(), name: title })}
        </h3>
        {hasDraw && <p className="text-sm wrap-anywhere text-ink-soft">{drawTitle(draw)}</p>}
        <p className="text-sm wrap-anywhere text-ink-soft">{nextText(prize)}</p>
      </div>
      {/* R76: for sharing, with the names as they are published. */}
      <a
        href={cardPath({ raffleId, drawId: draw.draw_id, prize: prize.prize })}
        download={`raffle-${raffleId}-prize-${prize.prize}.png`}
        aria-label={m.files_image_of({ prize: title })}
        className={buttonLook('plain', 'ml-auto shrink-0')}
      >
        <ImageDown aria-hidden className="size-4.5" />
        <span className="max-sm:hidden">{m.files_image()}</span>
      </a>
    </div>
  );
}

function nextText({ next }: PrizeWins): string {
  const people = next.map((one) => m.wins_person({ name: nameOf(one), number: one.entry_number }));
  return people.length === 0 ? m.wins_next_none() : m.wins_next({ people: people.join(', ') });
}

function nameOf({ display_name: name }: Pick<WinningPerson, 'display_name'>): string {
  return name ?? m.console_name_erased();
}

interface WinRowProps {
  raffle: HostRaffle;
  win: Win;
  onPassOver: ((win: Win) => void) | null;
}

function WinRow({ raffle, win, onPassOver }: WinRowProps) {
  const { place, state, prize } = win;
  const { holder } = place;
  return (
    <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-3 py-3 sm:grid-cols-[3rem_minmax(0,1fr)_auto] sm:px-4">
      <span className="font-display text-2xl leading-tight font-extrabold text-brand tabular-nums">
        {prize.quantity > 1 && place.position}
      </span>
      <div className="min-w-0">
        {holder === null ? (
          <p className="font-semibold text-ink-soft">{m.console_prize_free()}</p>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-display text-xl leading-tight font-bold wrap-anywhere">
                {nameOf(holder)}
              </span>
              <span className="text-ink-soft tabular-nums">
                {m.console_entry({ number: holder.entry_number })}
              </span>
              {state !== 'drawn' && <Badge tone="info">{winStateText(state)}</Badge>}
            </p>
            <Contact raffle={raffle} person={holder} />
          </>
        )}
        {place.passed_over.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {place.passed_over.map((row) => (
              <li key={row.entry_number} className="text-sm wrap-anywhere text-ink-soft">
                {m.console_passed_over_row({
                  name: nameOf(row),
                  number: row.entry_number,
                  reason: reasonText(row.reason),
                })}{' '}
                {row.moved_up === null
                  ? m.wins_nobody_moved_up()
                  : m.wins_moved_up_to({ name: nameOf(row.moved_up), number: row.moved_up.entry_number })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {holder !== null && onPassOver !== null && (
        <Button
          variant="quiet"
          className="text-sm max-sm:col-start-2 max-sm:justify-self-start"
          aria-label={m.console_pass_over_name({ name: nameOf(holder) })}
          onClick={() => onPassOver(win)}
        >
          {m.console_pass_over()}
        </Button>
      )}
    </div>
  );
}
