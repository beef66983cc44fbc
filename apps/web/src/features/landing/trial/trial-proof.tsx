/** The trial's proof, checked for real in a worker; and ways to cheat with it, each found at the step that it breaks. */
import type { DrawProof, Step } from '@glassdrum/fair-draw';
import { Check, Minus, ShieldCheck, ShieldX, Undo2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { stepTexts } from '../../../checking/proof/step-texts.ts';
import { useVerification } from '../../../checking/proof/use-verification.ts';
import type { VerificationState } from '../../../checking/proof/verification-state.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { buttonLook } from '../../../ui/button-look.ts';
import { classNames } from '../../../ui/class-names.ts';
import { bringIntoView } from './bring-into-view.ts';
import { randomHex } from './chance.ts';
import { canCheat, type Cheat, CHEATS, cheatWith } from './cheats.ts';
import type { DrawnTrial } from './use-trial.ts';

/** Drum and proof fit on one screen. */
const WIDE = '(min-width: 64rem)';

export function TrialProof({ drawn }: { drawn: DrawnTrial }) {
  const [cheat, setCheat] = useState<Cheat | null>(null);
  const document = useMemo(() => (cheat === null ? drawn.proof : altered(drawn, cheat)), [drawn, cheat]);
  const { state, run } = useVerification();
  useEffect(() => {
    void run(async () => ({
      proof: new TextEncoder().encode(JSON.stringify(document)),
      receipt: null,
      receiptKey: null,
      testChain: null,
    }));
  }, [document, run]);
  const whole = useRef<HTMLElement>(null);
  const checked = state.status === 'done';
  useEffect(() => {
    // The answer may be off the screen. On a phone the first one stays there, because the winner's ticket is in view.
    if (!checked || (cheat === null && !matchMedia(WIDE).matches)) return;
    const verdict = whole.current?.querySelector('[data-verdict]');
    if (verdict !== null && verdict !== undefined) bringIntoView(verdict);
  }, [checked, cheat]);
  return (
    <section
      ref={whole}
      aria-label={m.landing_trial_proof()}
      className="mx-auto grid w-full max-w-xl animate-appear scroll-mt-4 items-start gap-x-10 gap-y-5 rounded-2xl border border-line bg-card p-4 shadow-card sm:p-5 lg:col-span-2 lg:max-w-none lg:grid-cols-2"
    >
      <Outcome state={state} cheat={cheat} />
      <div className="grid gap-4">
        <Cheating names={drawn.frozen.names.length} cheat={cheat} onCheat={setCheat} />
        <p className="text-sm text-ink-soft">
          {drawn.frozen.withDice ? m.landing_trial_level_room() : m.landing_trial_level_operator()}{' '}
          {m.landing_trial_level_real()}
        </p>
      </div>
    </section>
  );
}

function altered({ proof, frozen }: DrawnTrial, cheat: Cheat): DrawProof {
  return cheatWith(cheat, {
    proof,
    names: frozen.names,
    salts: frozen.chance.salts,
    friend: m.landing_trial_friend(),
    otherSeed: randomHex(32),
  });
}

function Outcome({ state, cheat }: { state: VerificationState; cheat: Cheat | null }) {
  switch (state.status) {
    case 'unchecked':
    case 'running':
      return <p className="text-ink-soft">{m.checking_running()}</p>;
    case 'unreadable':
    case 'broken':
      return <p className="font-semibold text-danger">{m.checking_broken()}</p>;
    case 'done':
      return <Verdict steps={state.verification.steps} cheat={cheat} />;
  }
}

function Verdict({ steps, cheat }: { steps: readonly Step[]; cheat: Cheat | null }) {
  const failed = steps.filter((step) => step.status === 'FAIL');
  const passed = steps.filter(({ status }) => status === 'PASS').length;
  const skipped = steps.length - passed - failed.length;
  const good = failed.length === 0;
  const Sign = good ? ShieldCheck : ShieldX;
  return (
    <div className="grid gap-3">
      <div
        role="status"
        data-verdict
        className={classNames(
          'grid scroll-mb-4 grid-cols-[auto_1fr] gap-3 rounded-xl p-3.5',
          good ? 'bg-good-soft text-good' : 'bg-danger-soft text-danger',
        )}
      >
        <Sign aria-hidden className="size-7" />
        <div className="min-w-0">
          <p className="font-display text-xl leading-tight font-bold">
            {good ? m.checking_passed() : m.checking_failed()}
          </p>
          {cheat !== null && <p className="mt-1 text-sm text-ink">{cheatTexts(cheat).did}</p>}
          {failed.map((step) => (
            <p key={step.name} data-failed={step.name} className="mt-1.5 leading-snug font-semibold">
              {m.landing_trial_fails_at({ step: stepTexts(step.name).title })}
              {step.status === 'FAIL' && (
                <span className="block text-sm font-normal text-ink">
                  {m.checking_reason({ reason: step.reason })}
                </span>
              )}
            </p>
          ))}
          {good && (
            <p className="mt-1 text-sm text-ink">
              {m.landing_trial_counts({ passed, skipped, total: steps.length })}
            </p>
          )}
        </div>
      </div>
      <details className="group">
        <summary className="flex min-h-11 flex-wrap items-center gap-1.5 rounded-xl">
          <span aria-hidden className="flex flex-wrap gap-1">
            {steps.map((step, index) => (
              <Mark key={step.name} status={step.status} delay={index} />
            ))}
          </span>
          <span className="text-sm font-semibold underline underline-offset-4">
            {m.landing_trial_all_steps()}
          </span>
        </summary>
        <ol aria-label={m.checking_steps_label()} className="mt-1 grid gap-1.5">
          {steps.map((step) => (
            <li key={step.name} className="grid grid-cols-[auto_1fr_auto] items-start gap-2 text-sm">
              <Mark status={step.status} delay={0} />
              <span>{stepTexts(step.name).title}</span>
              <span className="font-display text-xs font-bold tracking-wide text-ink-soft">
                {statusText(step.status)}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

const MARKS = {
  PASS: { Sign: Check, look: 'bg-good text-paper' },
  FAIL: { Sign: X, look: 'bg-danger text-paper' },
  SKIP: { Sign: Minus, look: 'border-2 border-dashed border-line-strong text-ink-soft' },
} as const;

const DELAY_MS = 45;

/** Told apart by sign as well as colour. */
function Mark({ status, delay }: { status: Step['status']; delay: number }) {
  const { Sign, look } = MARKS[status];
  return (
    <span
      aria-hidden
      className={classNames('grid size-5 shrink-0 animate-stamp place-items-center rounded-full', look)}
      style={{ animationDelay: `${delay * DELAY_MS}ms` }}
    >
      <Sign className="size-3.5" strokeWidth={3} />
    </span>
  );
}

function statusText(status: Step['status']): string {
  switch (status) {
    case 'PASS':
      return m.checking_pass();
    case 'FAIL':
      return m.checking_fail();
    case 'SKIP':
      return m.checking_skip();
  }
}

interface CheatingProps {
  names: number;
  cheat: Cheat | null;
  onCheat: (cheat: Cheat | null) => void;
}

function Cheating({ names, cheat, onCheat }: CheatingProps) {
  return (
    <div>
      <h3 id="cheats" className="text-lg">
        {m.landing_trial_cheats()}
      </h3>
      <div role="group" aria-labelledby="cheats" className="mt-2 grid grid-cols-2 gap-2">
        {CHEATS.filter((name) => canCheat(name, names)).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={cheat === name}
            onClick={() => onCheat(name)}
            className={buttonLook(
              'quiet',
              'px-3 text-sm aria-pressed:border-danger aria-pressed:bg-danger-soft aria-pressed:text-danger',
            )}
          >
            {cheatTexts(name).label}
          </button>
        ))}
      </div>
      {cheat !== null && (
        <Button variant="plain" className="mt-2 w-full" onClick={() => onCheat(null)}>
          <Undo2 aria-hidden className="size-4.5" />
          {m.landing_trial_honest()}
        </Button>
      )}
    </div>
  );
}

function cheatTexts(cheat: Cheat): { label: string; did: string } {
  switch (cheat) {
    case 'winner':
      return { label: m.landing_cheat_winner(), did: m.landing_cheat_winner_did() };
    case 'name':
      return { label: m.landing_cheat_name(), did: m.landing_cheat_name_did() };
    case 'entry':
      return { label: m.landing_cheat_entry(), did: m.landing_cheat_entry_did() };
    case 'seed':
      return { label: m.landing_cheat_seed(), did: m.landing_cheat_seed_did() };
  }
}
