/**
 * What can be done with a result: copy or share its link, copy that of the replay, copy it in plain words, download the proof or the
 * document for auditors, print it (R36, R76).
 */
import type { ResultsAnswer } from '@glassdrum/contract';
import { FileCheck, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { fetchProof } from '../../checking/proof/fetch-proof.ts';
import { m } from '../../messages/generated/messages.js';
import { CopyTextButton, ResultsPdfLink } from '../../show-player/evidence/result-files.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.tsx';
import { saveProof } from './proof-file.ts';

interface ResultsActionsProps {
  results: ResultsAnswer;
  /** Whether the raffle has several draws (R69). */
  several: boolean;
}

export function ResultsActions({ results, several }: ResultsActionsProps) {
  const { raffle_id: raffleId, draw_id: drawId, title } = results;
  const [isFetching, setFetching] = useState(false);
  const download = async (): Promise<void> => {
    setFetching(true);
    try {
      saveProof(raffleId, await fetchProof(raffleId, drawId));
      toast({ title: m.results_proof_downloaded(), tone: 'good' });
    } catch {
      toast({ title: m.results_proof_failed(), tone: 'danger' });
    }
    setFetching(false);
  };
  return (
    <div className="mt-5 flex flex-wrap justify-center gap-3 print:hidden">
      <CopyButton
        text={() => `${window.location.origin}/results/${raffleId}`}
        label={m.results_copy_link()}
        onCopied={() => toast({ title: m.results_link_copied(), tone: 'good' })}
      />
      <Button
        variant="quiet"
        onClick={() => void share(`${window.location.origin}/results/${raffleId}`, title)}
      >
        <Share2 aria-hidden className="size-4.5" />
        {m.results_share()}
      </Button>
      <CopyButton
        text={() => `${window.location.origin}/draw/${raffleId}?replay=true`}
        label={m.results_copy_replay()}
        onCopied={() => toast({ title: m.results_replay_copied(), tone: 'good' })}
      />
      <Button variant="quiet" pending={isFetching} onClick={() => void download()}>
        <FileCheck aria-hidden className="size-4.5" />
        {m.results_proof()}
      </Button>
      <CopyTextButton results={results} several={several} />
      <ResultsPdfLink raffleId={raffleId} {...(several && { drawId })} />
      <Button variant="quiet" className="max-sm:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4.5" />
        {m.results_print()}
      </Button>
    </div>
  );
}

/** The device's own sharing where there is one; else the link goes to the clipboard. */
async function share(url: string, title: string): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share({ title, text: m.results_share_text({ title }), url });
      return;
    } catch (failure) {
      // Closed without choosing: nothing else is wanted.
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  const isCopied = await copyText(url);
  toast(
    isCopied
      ? { title: m.results_link_copied(), tone: 'good' }
      : { title: m.common_copy_failed(), description: m.common_copy_failed_hint(), tone: 'danger' },
  );
}
