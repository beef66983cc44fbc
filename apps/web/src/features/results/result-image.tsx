/** The result as an image for sharing; made by the server, from the same winners and freeze words. Each prize has one too (R76). */
import type { ResultsAnswer } from '@glassdrum/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { cardPath } from '../../show-player/evidence/result-files.tsx';
import { namedPrizes, prizeTitle } from '../../show-player/prize-names.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';

/** Of the draw that the page shows. */
export function ResultImage({ results }: { results: ResultsAnswer }) {
  const { raffle_id: raffleId, draw_id: drawId } = results;
  const prizes = namedPrizes(results.prizes);
  /** Null for all winners. */
  const [prize, setPrize] = useState<number | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const path = cardPath({ raffleId, drawId, prize });
  const isMissing = missing === path;
  const text = prize === null ? m.results_image_text() : m.files_image_prize_text();
  return (
    <Card className="print:hidden">
      <h2 className="text-2xl">{m.results_image()}</h2>
      <p className="mt-1 text-ink-soft">{isMissing ? m.results_image_missing() : text}</p>
      {prizes.length > 0 && (
        <Select
          aria-label={m.files_image_which()}
          className="mt-3 max-w-full sm:w-80"
          value={prize ?? 0}
          onChange={({ target }) => setPrize(Number(target.value) || null)}
        >
          <option value={0}>{m.files_image_all()}</option>
          {prizes.map((one) => (
            <option key={one.prize} value={one.prize}>
              {prizeTitle(prizes, one.prize)}
            </option>
          ))}
        </Select>
      )}
      {!isMissing && (
        <>
          <img
            key={path}
            src={path}
            alt={
              prize === null
                ? m.results_image_alt()
                : m.files_image_prize_alt({ prize: prizeTitle(prizes, prize) })
            }
            width={1200}
            height={630}
            loading="lazy"
            className="mt-4 aspect-[1200/630] w-full rounded-2xl border border-line bg-sunken"
            onError={() => setMissing(path)}
          />
          <a
            href={path}
            download={
              prize === null ? `raffle-${raffleId}-result.png` : `raffle-${raffleId}-prize-${prize}.png`
            }
            className={buttonLook('quiet', 'mt-4')}
          >
            <Download aria-hidden className="size-4.5" />
            {m.results_image_save()}
          </a>
        </>
      )}
    </Card>
  );
}
