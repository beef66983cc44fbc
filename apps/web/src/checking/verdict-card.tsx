/** One check from "Not checked yet" to its verdict, with every step (R1, R2). */
import type { Verification } from '@glassdrum/fair-draw';
import { CircleHelp, ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { isOtherFreeze } from './is-other-freeze.ts';
import { levelTexts } from './level-texts.ts';
import { ProofSteps } from './proof-steps.tsx';
import { STEPS_WITHOUT_RECEIPT } from './step-texts.ts';
import type { VerificationState } from './use-verification.ts';

interface VerdictCardProps {
  state: Exclude<VerificationState, { status: 'unreadable' }>;
  /** The freeze hash that this device saw when the draw started; null when it did not watch. */
  seenFreeze: string | null;
}

export function VerdictCard({ state, seenFreeze }: VerdictCardProps) {
  return (
    <div className="grid gap-4">
      <div aria-live="polite">
        <Heading state={state} seenFreeze={seenFreeze} />
      </div>
      {state.status === 'running' && (
        <>
          <ProgressBar
            tone="brand"
            label={m.checking_step_of({ done: state.steps.length, total: STEPS_WITHOUT_RECEIPT })}
            percent={(100 * state.steps.length) / STEPS_WITHOUT_RECEIPT}
          />
          <ProofSteps steps={state.steps} />
        </>
      )}
      {state.status === 'done' && <ProofSteps steps={state.verification.steps} />}
    </div>
  );
}

function Heading({ state, seenFreeze }: VerdictCardProps) {
  switch (state.status) {
    case 'unchecked':
      return <Verdict tone="quiet" Sign={CircleHelp} title={m.checking_not_checked()} />;
    case 'running':
      return (
        <Verdict
          tone="quiet"
          Sign={ShieldQuestion}
          title={m.checking_running()}
          text={m.checking_step_of({ done: state.steps.length, total: STEPS_WITHOUT_RECEIPT })}
        />
      );
    case 'broken':
      return (
        <Verdict
          tone="warn"
          Sign={ShieldQuestion}
          title={m.checking_broken()}
          text={m.checking_broken_text()}
        />
      );
    case 'done': {
      const { verification, identity } = state;
      const frozen = identity?.freezeHash ?? null;
      return (
        <div className="grid gap-3">
          <VerdictOf verification={verification} isOtherDraw={isOtherFreeze(identity, seenFreeze)} />
          {verification.testChain && <Note tone="warn">{m.checking_test_chain()}</Note>}
          {verification.notChecked.length > 0 && (
            <Note tone="quiet">
              {m.checking_not_checked_members({ members: verification.notChecked.join(', ') })}
            </Note>
          )}
          {seenFreeze !== null && frozen !== null && (
            <Note tone={seenFreeze === frozen ? 'good' : 'danger'}>
              {seenFreeze === frozen
                ? m.checking_same_freeze({ code: frozen.slice(0, 8) })
                : m.checking_other_freeze({ seen: seenFreeze.slice(0, 8), code: frozen.slice(0, 8) })}
            </Note>
          )}
        </div>
      );
    }
  }
}

function VerdictOf({
  verification,
  isOtherDraw,
}: {
  verification: Verification;
  /** A sound proof of something else than what this device watched. */
  isOtherDraw: boolean;
}) {
  switch (isOtherDraw ? 'FAILED' : verification.verdict) {
    case 'VERIFIED': {
      const level = verification.assurance === null ? null : levelTexts(verification.assurance);
      return (
        <Verdict
          tone="good"
          Sign={ShieldCheck}
          title={m.checking_passed()}
          text={m.checking_passed_text()}
          more={level === null ? m.checking_passed_where() : `${level.label}: ${level.sentence}`}
        />
      );
    }
    case 'INCOMPLETE':
      return (
        <Verdict
          tone="warn"
          Sign={ShieldQuestion}
          title={m.checking_incomplete()}
          text={m.checking_incomplete_text()}
        />
      );
    case 'FAILED':
      return (
        <Verdict
          tone="danger"
          Sign={ShieldX}
          title={m.checking_failed()}
          text={m.checking_failed_text()}
          more={m.checking_failed_hint()}
        />
      );
  }
}

type Tone = 'quiet' | 'good' | 'warn' | 'danger';

const TONES: Record<Tone, string> = {
  quiet: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

interface VerdictProps {
  tone: Tone;
  Sign: typeof ShieldCheck;
  title: string;
  text?: string;
  more?: string;
}

function Verdict({ tone, Sign, title, text, more }: VerdictProps) {
  return (
    <div className={classNames('flex items-start gap-3 rounded-xl p-4', TONES[tone])}>
      <Sign aria-hidden className="mt-0.5 size-7 shrink-0" />
      <div className="min-w-0">
        <p className="font-display text-xl leading-tight font-bold">{title}</p>
        {text !== undefined && <p className="mt-1 leading-snug">{text}</p>}
        {more !== undefined && <p className="mt-2 text-sm leading-snug text-ink">{more}</p>}
      </div>
    </div>
  );
}

function Note({ tone, children }: { tone: Tone; children: string }) {
  return <p className={classNames('rounded-xl px-4 py-2.5 text-sm', TONES[tone])}>{children}</p>;
}
