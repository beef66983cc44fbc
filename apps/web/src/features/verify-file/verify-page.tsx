/**
 * /verify: any proof file, and optionally a receipt, earlier proofs and witnesses' keys, checked on this device; works offline
 * (R1, R42, R86).
 */
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { fetchProof } from '../../checking/proof/fetch-proof.ts';
import { installationTrust } from '../../checking/installation/installation-trust.ts';
import { KeyChangeNotice } from '../../checking/installation/key-change-notice.tsx';
import { useVerification } from '../../checking/proof/use-verification.ts';
import { OwnComputer } from '../../checking/proof/own-computer.tsx';
import { VerdictCard } from '../../checking/proof/verdict-card.tsx';
import { finalVerdict } from '../../checking/proof/verification-state.ts';
import { m } from '../../messages/generated/messages.js';
import { storeVerifyPage } from '../../storage/service-worker.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileContent } from './file-content.tsx';
import { keyLines, MoreInputs } from './more-inputs.tsx';
import { bytesOf, isTooBig, problemText, type ReadProblem } from './read-files.ts';

const WatchProof = lazy(async () => {
  const { WatchProof: show } = await import('./watch-proof.tsx');
  return { default: show };
});

/** Everything that one check is made of. */
interface Chosen {
  proof: File | null;
  receipt: File | null;
  /** Proofs of earlier draws of the raffle. */
  earlier: readonly File[];
  /** Verifier keys, one a line; empty: those that this installation names. */
  witnessKeys: string;
}

const NOTHING: Chosen = { proof: null, receipt: null, earlier: [], witnessKeys: '' };

export function VerifyPage() {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(NOTHING);
  const [readProblem, setReadProblem] = useState<ReadProblem | null>(null);
  const [isKept, setKept] = useState(false);
  const [isWatching, setWatching] = useState(false);
  const { state, run, reset } = useVerification();
  useEffect(() => {
    void storeVerifyPage().then(setKept);
  }, []);

  const check = useCallback(
    ({ proof, receipt, earlier, witnessKeys }: Chosen): void => {
      if (proof === null) return;
      const files = [proof, ...(receipt === null ? [] : [receipt]), ...earlier];
      if (files.some(isTooBig)) {
        reset();
        setReadProblem('too_big');
        return;
      }
      setReadProblem(null);
      void run(async () => {
        const trust = await installationTrust(queries);
        const own = keyLines(witnessKeys);
        try {
          return {
            ...trust,
            ...(own.length === 0 ? {} : { witnessKeys: own }),
            proof: await bytesOf(proof),
            receipt: receipt === null ? null : await bytesOf(receipt),
            earlier: await Promise.all(earlier.map(bytesOf)),
          };
        } catch (failure) {
          setReadProblem('unreadable');
          throw failure;
        }
      });
    },
    [queries, run, reset],
  );
  const choose = (change: Partial<Chosen>): void => {
    const next = { ...chosen, ...change };
    setChosen(next);
    check(next);
  };
  const wanted = new URLSearchParams(useSearch()).get('raffle');
  useEffect(() => {
    if (wanted === null) return;
    let over = false;
    const take = async (): Promise<void> => {
      const proof = new File([await fetchProof(wanted)], `raffle-${wanted}-proof.json`);
      if (over) return;
      setChosen({ ...NOTHING, proof });
      check({ ...NOTHING, proof });
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
  const verdict = state.status === 'done' ? finalVerdict(state) : 'FAILED';
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
        <KeyChangeNotice />
        <DropZone
          label={m.verify_proof()}
          hint={m.verify_proof_hint()}
          file={chosen.proof}
          size="large"
          onFile={(proof) => choose({ proof })}
        />
        <DropZone
          label={m.verify_receipt()}
          hint={m.verify_receipt_hint()}
          file={chosen.receipt}
          size="small"
          onFile={(receipt) => choose({ receipt })}
        />
        <MoreInputs
          earlier={chosen.earlier}
          witnessKeys={chosen.witnessKeys}
          canCheck={chosen.proof !== null}
          onEarlier={(earlier) => choose({ earlier })}
          onWitnessKeys={(witnessKeys) => setChosen((before) => ({ ...before, witnessKeys }))}
          onCheck={() => check(chosen)}
        />
        {problem !== null && (
          <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-semibold text-danger">
            {problemText(problem)}
          </p>
        )}
        {problem === null && state.status !== 'unreadable' && (
          <Card>
            <VerdictCard state={state} />
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
        <OwnComputer heading="h2" />
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
