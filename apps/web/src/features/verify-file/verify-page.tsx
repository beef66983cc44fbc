/** /verify: any proof file, and optionally a receipt, checked on this device; works offline (R1, R42). */
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { FileProblem, ProofIdentity } from '../../checking/check-protocol.ts';
import { fetchProof } from '../../checking/fetch-proof.ts';
import { installationTrust } from '../../checking/installation-trust.ts';
import { rememberedFreeze } from '../../checking/seen-freeze.ts';
import { useVerification } from '../../checking/use-verification.ts';
import { VerdictCard } from '../../checking/verdict-card.tsx';
import { m } from '../../messages/generated/messages.js';
import { keepVerify } from '../../offline/worker.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Page } from '../../ui/page.tsx';
import { DropZone } from './drop-zone.tsx';

const WatchProof = lazy(async () => {
  const { WatchProof: show } = await import('./watch-proof.tsx');
  return { default: show };
});

/** A proof of 100,000 entries has about 16 MB. */
const MOST_BYTES = 256_000_000;

type ReadProblem = 'too_big' | 'unreadable' | 'not_served';

const PROBLEMS: Record<FileProblem | ReadProblem, () => string> = {
  too_big: m.verify_too_big,
  unreadable: m.verify_unreadable,
  not_served: m.verify_not_served,
  proof_not_json: m.verify_not_json,
  not_a_proof: m.verify_not_a_proof,
  is_a_receipt: m.verify_is_a_receipt,
  receipt_not_json: m.verify_receipt_not_json,
};

export function VerifyPage() {
  const queries = useQueryClient();
  const [proof, setProof] = useState<File | null>(null);
  const [receipt, setReceipt] = useState<File | null>(null);
  const [readProblem, setReadProblem] = useState<ReadProblem | null>(null);
  const [isKept, setKept] = useState(false);
  const [isWatching, setWatching] = useState(false);
  const { state, run, reset } = useVerification();
  useEffect(() => {
    void keepVerify().then(setKept);
  }, []);

  const check = useCallback(
    (proofFile: File, receiptFile: File | null): void => {
      if (proofFile.size > MOST_BYTES || (receiptFile?.size ?? 0) > MOST_BYTES) {
        reset();
        setReadProblem('too_big');
        return;
      }
      setReadProblem(null);
      void run(async () => {
        const trust = await installationTrust(queries);
        try {
          const [text, receiptText] = await Promise.all([proofFile.text(), receiptFile?.text() ?? null]);
          return { proof: text, receipt: receiptText, ...trust };
        } catch (failure) {
          setReadProblem('unreadable');
          throw failure;
        }
      });
    },
    [queries, run, reset],
  );
  const wanted = new URLSearchParams(useSearch()).get('raffle');
  useEffect(() => {
    if (wanted === null) return;
    let over = false;
    const take = async (): Promise<void> => {
      const file = new File([await fetchProof(wanted)], `raffle-${wanted}-proof.json`);
      if (over) return;
      setProof(file);
      check(file, null);
    };
    take().catch(() => {
      if (!over) setReadProblem('not_served');
    });
    return () => {
      over = true;
    };
  }, [wanted, check]);
  const problem = state.status === 'unreadable' ? state.problem : readProblem;
  const identity = state.status === 'done' ? state.identity : null;
  const drawId = state.status === 'done' ? state.verification.drawId : null;
  const verdict = state.status === 'done' ? state.verification.verdict : 'FAILED';
  if (isWatching && identity !== null && verdict !== 'FAILED') {
    return (
      <Suspense fallback={<Page title={m.verify_title()}>{null}</Page>}>
        <WatchProof show={identity.show} verdict={verdict} onBack={() => setWatching(false)} />
      </Suspense>
    );
  }
  return (
    <Page title={m.verify_title()}>
      <div className="grid gap-6">
        <header className="text-center">
          <h1 className="text-4xl sm:text-5xl">{m.verify_title()}</h1>
          <p className="mx-auto mt-2 max-w-xl text-ink-soft">{m.verify_text()}</p>
        </header>
        <DropZone
          label={m.verify_proof()}
          hint={m.verify_proof_hint()}
          file={proof}
          size="large"
          onFile={(file) => {
            setProof(file);
            check(file, receipt);
          }}
        />
        <DropZone
          label={m.verify_receipt()}
          hint={m.verify_receipt_hint()}
          file={receipt}
          size="small"
          onFile={(file) => {
            setReceipt(file);
            if (proof !== null) check(proof, file);
          }}
        />
        {problem !== null && (
          <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-semibold text-danger">
            {PROBLEMS[problem]()}
          </p>
        )}
        {problem === null && state.status !== 'unreadable' && (
          <Card>
            <VerdictCard state={state} seenFreeze={drawId === null ? null : rememberedFreeze(drawId)} />
          </Card>
        )}
        {identity !== null && problem === null && verdict !== 'FAILED' && (
          <div className="text-center">
            <Button className="min-h-13 w-full max-w-sm text-lg" onClick={() => setWatching(true)}>
              <Clapperboard aria-hidden className="size-5" />
              {m.verify_watch()}
            </Button>
            <p className="mt-1.5 text-sm text-ink-soft">{m.verify_watch_hint()}</p>
          </div>
        )}
        {identity !== null && problem === null && <FileContent identity={identity} />}
        {drawId !== null && problem === null && (
          <Link
            href={`/log?draw=${drawId}`}
            className="inline-flex min-h-11 items-center justify-center underline underline-offset-4"
          >
            {m.log_link_results()}
          </Link>
        )}
        <p role="status" className="min-h-6 text-center text-sm text-ink-soft">
          {isKept && m.verify_offline_ready()}
        </p>
      </div>
    </Page>
  );
}

/** What the file says, so that one sees whose draw was checked. */
function FileContent({ identity }: { identity: ProofIdentity }) {
  return (
    <Card>
      <h2 className="text-xl">{m.verify_file_winners()}</h2>
      <ol className="mt-3 grid gap-1">
        {identity.winners.map((winner) => (
          <li key={winner.position} className="grid grid-cols-[2.5rem_1fr_auto] gap-x-2">
            <span className="font-display font-bold text-brand tabular-nums">{winner.position}</span>
            <span className="min-w-0 font-semibold wrap-anywhere">
              {winner.displayName ?? m.results_erased()}
            </span>
            <span className="text-ink-soft tabular-nums">
              {m.results_entry({ number: winner.entryNumber })}
            </span>
          </li>
        ))}
      </ol>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3">
        <dt className="text-ink-soft">{m.verify_file_entries()}</dt>
        <dd className="text-right font-semibold tabular-nums">{identity.entryCount.toLocaleString()}</dd>
        <dt className="text-ink-soft">{m.verify_file_drawn()}</dt>
        <dd className="text-right font-semibold">
          <DateTime at={identity.drawAt * 1000} />
        </dd>
        <dt className="text-ink-soft">{m.verify_file_code()}</dt>
        <dd className="text-right font-mono font-bold tracking-wider">{identity.freezeHash.slice(0, 8)}</dd>
      </dl>
    </Card>
  );
}
