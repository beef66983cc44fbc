/**
 * The draws of a raffle that have a result (R69): which one is shown, what became of the others, and the proofs of all of them in
 * one file.
 */
import type { PlannedDraws } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download.ts';
import { toast } from '../../ui/toast.tsx';

interface DrawSwitchProps {
  raffleId: string;
  /** Whose result is shown. */
  drawId: string;
  title: string;
}

/** Nothing for a raffle with a single draw. */
export function DrawSwitch({ raffleId, drawId, title }: DrawSwitchProps) {
  const path = `/api/raffles/${raffleId}/draws`;
  const { data } = useQuery({ queryKey: [path], queryFn: () => call<PlannedDraws>('GET', path) });
  if (data === undefined || data.draws.length < 2) return null;
  return (
    <nav aria-label={m.results_draws()} className="print:hidden">
      <ul className="flex flex-wrap justify-center gap-2">
        {data.draws.map((draw) => {
          const name = draw.name ?? m.next_draw_number({ number: draw.number });
          return (
            <li key={draw.number} className="min-w-0">
              {draw.state === 'drawn' ? (
                <Link
                  href={`/results/${raffleId}?draw=${draw.draw_id ?? ''}`}
                  aria-current={draw.draw_id === drawId ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-xl bg-sunken px-4 font-semibold wrap-anywhere aria-[current=page]:bg-ink aria-[current=page]:text-paper"
                >
                  {name}
                </Link>
              ) : (
                <span className="flex min-h-11 items-center px-4 wrap-anywhere text-ink-soft">
                  {draw.skipped === null
                    ? m.results_draw_to_come({ draw: name })
                    : m.results_draw_skipped({ draw: name, reason: draw.skipped.reason })}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <AllProofs raffleId={raffleId} title={title} planned={data} />
    </nav>
  );
}

interface AllProofsProps {
  raffleId: string;
  title: string;
  planned: PlannedDraws;
}

function AllProofs({ raffleId, title, planned }: AllProofsProps) {
  const [isFetching, setFetching] = useState(false);
  const download = async (): Promise<void> => {
    setFetching(true);
    try {
      const { zipOfProofs } = await import('./proofs-zip.ts');
      downloadFile(`raffle-${raffleId}-proofs.zip`, await zipOfProofs(raffleId, title, planned));
      toast({ title: m.results_proofs_downloaded(), tone: 'good' });
    } catch {
      toast({ title: m.results_proofs_failed(), tone: 'danger' });
    }
    setFetching(false);
  };
  return (
    <div className="mt-3 text-center">
      <Button
        variant="plain"
        pending={isFetching}
        pendingLabel={m.results_proofs_fetching()}
        onClick={() => void download()}
      >
        <FileArchive aria-hidden className="size-4.5" />
        {m.results_proofs()}
      </Button>
    </div>
  );
}
