/** The result as an image for sharing; made by the server, from the same winners and freeze code. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';

/** Of the draw that the page shows. */
export function ResultImage({ raffleId, drawId }: { raffleId: string; drawId: string }) {
  const [isMissing, setMissing] = useState(false);
  const path = `/api/raffles/${raffleId}/card.png?draw_id=${drawId}`;
  return (
    <Card className="print:hidden">
      <h2 className="text-2xl">{m.results_image()}</h2>
      <p className="mt-1 text-ink-soft">{isMissing ? m.results_image_missing() : m.results_image_text()}</p>
      {!isMissing && (
        <>
          <img
            src={path}
            alt={m.results_image_alt()}
            width={1200}
            height={630}
            loading="lazy"
            className="mt-4 aspect-[1200/630] w-full rounded-2xl border border-line bg-sunken"
            onError={() => setMissing(true)}
          />
          <a href={path} download={`raffle-${raffleId}-result.png`} className={buttonLook('quiet', 'mt-4')}>
            <Download aria-hidden className="size-4.5" />
            {m.results_image_save()}
          </a>
        </>
      )}
    </Card>
  );
}
