/**
 * R95: the verifier that the server does not serve. One file for a computer of one's own: no network, nothing stored, no
 * worker, because some browsers give none to a page that is opened from a folder.
 */
import { type ReactNode, useState } from 'react';
import { VerdictCard } from '../../checking/proof/verdict-card.tsx';
import type { VerificationState } from '../../checking/proof/verification-state.ts';
import { identityOf, verifyFiles } from '../../checking/proof/verify-files.ts';
import { m } from '../../messages/generated/messages.js';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileContent } from './file-content.tsx';
import { keyLines, MoreInputs } from './more-inputs.tsx';
import { bytesOf, isTooBig, problemText, type ReadProblem } from './read-files.ts';

interface Chosen {
  proof: File | null;
  receipt: File | null;
  earlier: readonly File[];
  /** Verifier keys, one a line. */
  witnessKeys: string;
  /** The installation's Ed25519 key, 64 hex, as somebody had it from elsewhere; empty for none. */
  key: string;
}

const NOTHING: Chosen = { proof: null, receipt: null, earlier: [], witnessKeys: '', key: '' };
const KEY = /^[0-9a-f]{64}$/;

export function OfflineVerifier() {
  const [chosen, setChosen] = useState(NOTHING);
  const [readProblem, setReadProblem] = useState<ReadProblem | null>(null);
  const [state, setState] = useState<VerificationState>({ status: 'unchecked' });
  const check = async (input: Chosen): Promise<void> => {
    const { proof, receipt, earlier } = input;
    if (proof === null) return;
    const isBig = [proof, ...(receipt === null ? [] : [receipt]), ...earlier].some(isTooBig);
    setReadProblem(isBig ? 'too_big' : null);
    if (isBig) return;
    setState({ status: 'running', steps: [], audience: null });
    // What is said about it comes first: the check stops the page for a moment.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      setState(await checked(input, proof));
    } catch {
      setReadProblem('unreadable');
      setState({ status: 'unchecked' });
    }
  };
  const choose = (change: Partial<Chosen>): void => {
    const next = { ...chosen, ...change };
    setChosen(next);
    void check(next);
  };
  const problem = state.status === 'unreadable' ? state.problem : readProblem;
  const identity = state.status === 'done' ? state.identity : null;
  const isKeyBad = chosen.key !== '' && !KEY.test(chosen.key.trim());
  return (
    <Frame>
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
      <Card className="grid gap-4">
        <Field
          label={m.offline_key()}
          hint={m.offline_key_hint()}
          error={isKeyBad ? m.offline_key_bad() : undefined}
        >
          <TextInput
            value={chosen.key}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-sm"
            onChange={({ target }) => setChosen((before) => ({ ...before, key: target.value }))}
          />
        </Field>
        <Button
          variant="quiet"
          className="justify-self-start"
          disabled={chosen.proof === null || isKeyBad}
          onClick={() => void check(chosen)}
        >
          {m.verify_check_again()}
        </Button>
      </Card>
      <MoreInputs
        earlier={chosen.earlier}
        witnessKeys={chosen.witnessKeys}
        keysHint={m.offline_witness_keys_hint()}
        canCheck={chosen.proof !== null}
        onEarlier={(earlier) => choose({ earlier })}
        onWitnessKeys={(witnessKeys) => setChosen((before) => ({ ...before, witnessKeys }))}
        onCheck={() => void check(chosen)}
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
      {identity !== null && problem === null && <FileContent identity={identity} />}
    </Frame>
  );
}

async function checked(
  { receipt, earlier, witnessKeys, key }: Chosen,
  proof: File,
): Promise<VerificationState> {
  const verified = await verifyFiles({
    proof: await bytesOf(proof),
    receipt: receipt === null ? null : await bytesOf(receipt),
    receiptKey: key.trim() === '' ? null : key.trim(),
    // A demonstration's chain proves nothing, and nobody here could vouch for one.
    testChain: null,
    witnessKeys: keyLines(witnessKeys),
    earlier: await Promise.all(earlier.map(bytesOf)),
  });
  if (!verified.ok) return { status: 'unreadable', problem: verified.problem };
  const identity = verified.proof === null ? null : identityOf(verified.proof);
  return { status: 'done', verification: verified.verification, identity, contradictions: [] };
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <p className="mx-auto flex min-h-16 max-w-3xl items-center gap-2 px-4 font-display text-xl font-bold sm:px-6">
          <BrandMark className="size-8 shrink-0" />
          {m.common_product()}
        </p>
      </header>
      <main className="mx-auto grid w-full max-w-3xl flex-1 content-start gap-6 px-4 py-6 sm:px-6 sm:py-10">
        <div className="text-center">
          <h1 className="text-4xl sm:text-5xl">{m.verify_title()}</h1>
          <p className="mx-auto mt-2 max-w-xl text-ink-soft">{m.offline_text()}</p>
        </div>
        {children}
      </main>
      <footer className="border-t border-line px-4 py-4 text-center text-sm text-ink-soft">
        {m.offline_footer()}
      </footer>
    </div>
  );
}
