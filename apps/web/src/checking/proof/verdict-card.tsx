/** One check from "Not checked yet" to its verdict, with every step and note (R1, R2), and this device's own evidence (R88). */
import type { Note as VerdictNote } from '@glassdrum/fair-draw';
import { CircleHelp, ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Contradiction } from './contradictions.ts';
import { isWitnessed, levelTexts } from '../../ui/assurance-texts.ts';
import { ProofSteps } from './proof-steps.tsx';
import { STEPS_WITHOUT_RECEIPT } from './step-texts.ts';
import { type DoneVerification, finalVerdict, type VerificationState } from './verification-state.ts';

/** What this device stored against what a proof says (R88), in words. */
const CONTRADICTIONS: Record<Contradiction, () => string> = {
  freeze: m.checking_contradiction_freeze,
  open: m.checking_contradiction_open,
  key: m.checking_contradiction_key,
  entry_missing: m.checking_contradiction_entry_missing,
  entry_name: m.checking_contradiction_entry_name,
  entry_device: m.checking_contradiction_entry_device,
  entry_tickets: m.checking_contradiction_entry_tickets,
  contribution: m.checking_contradiction_contribution,
};

type ShownState = Exclude<VerificationState, { status: 'unreadable' }>;
type Running = Extract<VerificationState, { status: 'running' }>;

export function VerdictCard({ state }: { state: ShownState }) {
  return (
    <div className="grid gap-4">
      <div aria-live="polite">
        <Heading state={state} />
      </div>
      {state.status === 'running' && (
        <>
          <ProgressBar tone="brand" label={progressText(state)} percent={progressOf(state)} />
          <ProofSteps steps={state.steps} />
        </>
      )}
      {state.status === 'done' && <ProofSteps steps={state.verification.steps} />}
    </div>
  );
}

/** Signatures of the audience come before the steps, and take about as long as all of them. */
function progressOf({ steps, audience }: Running): number {
  if (audience !== null) return (50 * audience.checked) / Math.max(1, audience.total);
  return steps.length === 0 ? 0 : 50 + (50 * steps.length) / STEPS_WITHOUT_RECEIPT;
}

function progressText({ steps, audience }: Running): string {
  return audience === null
    ? m.checking_step_of({ done: steps.length, total: STEPS_WITHOUT_RECEIPT })
    : m.checking_audience_of({
        checked: audience.checked.toLocaleString(),
        total: audience.total.toLocaleString(),
      });
}

function Heading({ state }: { state: ShownState }) {
  switch (state.status) {
    case 'unchecked':
      return <Verdict tone="quiet" Sign={CircleHelp} title={m.checking_not_checked()} />;
    case 'running':
      return <Verdict tone="quiet" Sign={ShieldQuestion} title={m.checking_running()} />;
    case 'broken':
      return (
        <Verdict
          tone="warn"
          Sign={ShieldQuestion}
          title={m.checking_broken()}
          text={m.checking_broken_text()}
        />
      );
    case 'done':
      return (
        <div className="grid gap-3">
          <VerdictOf done={state} />
          {state.contradictions.map((contradiction) => (
            <Note key={contradiction} tone="danger">
              {CONTRADICTIONS[contradiction]()}
            </Note>
          ))}
          {state.verification.testChain && <Note tone="warn">{m.checking_test_chain()}</Note>}
          {state.verification.notes.map((note) => (
            <Note key={note.name} tone={note.name === 'freeze_time' ? 'warn' : 'quiet'}>
              {noteText(note)}
            </Note>
          ))}
        </div>
      );
  }
}

function VerdictOf({ done }: { done: DoneVerification }) {
  const { verification, contradictions } = done;
  switch (finalVerdict(done)) {
    case 'VERIFIED': {
      const { assurance, steps } = verification;
      const level = assurance === null ? null : levelTexts(assurance, isWitnessed(steps));
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
          text={
            contradictions.length > 0 && verification.verdict !== 'FAILED'
              ? m.checking_failed_evidence()
              : m.checking_failed_text()
          }
          more={m.checking_failed_hint()}
        />
      );
  }
}

/** The verifier's own words are English; its notes are a closed list. */
function noteText({ name, text }: VerdictNote): string {
  switch (name) {
    case 'plan':
      return m.checking_note_plan();
    case 'freeze_time':
      return m.checking_note_freeze_time();
    case 'audience': {
      const [, count = '', devices = ''] = /^(\d+) of (\d+) /.exec(text) ?? [];
      return m.checking_note_audience({
        count: Number(count).toLocaleString(),
        devices: Number(devices).toLocaleString(),
      });
    }
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
