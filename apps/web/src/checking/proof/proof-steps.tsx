/** The list of checks: PASS, FAIL and SKIP are told apart by sign, word and colour (R1); a SKIP never looks like a PASS. */
import type { Step } from '@glassdrum/fair-draw';
import { Check, Minus, X } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { stepTexts } from './step-texts.ts';

const LOOKS = {
  PASS: { Sign: Check, sign: 'bg-good text-paper', word: 'text-good', text: m.checking_pass },
  FAIL: { Sign: X, sign: 'bg-danger text-paper', word: 'text-danger', text: m.checking_fail },
  SKIP: {
    Sign: Minus,
    sign: 'border-2 border-dashed border-warn text-warn',
    word: 'text-warn',
    text: m.checking_skip,
  },
} as const;

export function ProofSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-label={m.checking_steps_label()} className="divide-y divide-line">
      {steps.map((step) => (
        <ProofStep key={step.name} step={step} />
      ))}
    </ol>
  );
}

function ProofStep({ step }: { step: Step }) {
  const { Sign, sign, word, text } = LOOKS[step.status];
  const { title, shows, binds } = stepTexts(step.name);
  return (
    <li
      data-check={step.name}
      data-status={step.status}
      className="grid animate-appear grid-cols-[auto_1fr_auto] gap-x-3 py-3"
    >
      <span aria-hidden className={classNames('mt-0.5 grid size-6 place-items-center rounded-full', sign)}>
        <Sign className="size-4" strokeWidth={3} />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{title}</p>
        <p className="text-sm text-ink-soft">{m.checking_shows({ what: shows })}</p>
        <p className="text-sm text-ink-soft">{m.checking_binds({ whom: binds })}</p>
        {step.status !== 'PASS' && (
          <p className={classNames('mt-1 text-sm font-semibold', word)}>
            {m.checking_reason({ reason: step.reason })}
          </p>
        )}
      </div>
      <span className={classNames('pt-0.5 font-display text-sm font-bold tracking-wide', word)}>
        {text()}
      </span>
    </li>
  );
}
