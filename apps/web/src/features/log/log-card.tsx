/** The log itself: how long it is, its name and key, and the check on this device. */
import type { ReactNode } from 'react';
import type { LogAnswer, PublicRecord } from '@glassdrum/contract';
import { CircleCheck, CircleDashed, CircleX, ShieldCheck } from 'lucide-react';
import { useWitnessNames } from '../../api/installation.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';
import { type LogCheckState, useLogCheck } from './use-log-check.ts';

export function LogCard({ log, latest }: { log: LogAnswer; latest: PublicRecord[] }) {
  const { state, run } = useLogCheck();
  const witnesses = useWitnessNames();
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="text-2xl">{m.log_this()}</h2>
          <p className="mt-1 text-ink-soft">{m.log_signed_at({ when: formatDateTime(log.signed_at) })}</p>
        </div>
        <p className="font-display text-3xl font-bold text-brand tabular-nums sm:text-4xl">
          {log.size === 1 ? m.log_size_one() : m.log_size({ count: log.size.toLocaleString() })}
        </p>
      </div>
      {log.size === 0 && <p className="rounded-xl bg-sunken px-4 py-3">{m.log_empty()}</p>}
      <dl className="grid gap-3">
        <Fact label={m.log_origin()}>{log.origin}</Fact>
        <Fact label={m.log_key()}>{log.public_key}</Fact>
        {witnesses !== undefined && (
          <Fact label={m.log_witnesses()}>
            {witnesses.length === 0 ? m.log_witnesses_none() : witnesses.join(', ')}
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={log.note_key} label={m.log_copy_key()} />
        <a
          href="/log/checkpoint"
          className="inline-flex min-h-11 items-center px-1 underline underline-offset-4"
        >
          {m.log_checkpoint()}
        </a>
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <p className="max-w-prose">{m.log_check_hint()}</p>
        <Button
          className="min-h-13 w-full text-lg sm:w-auto sm:justify-self-start"
          pending={state.status === 'running'}
          pendingLabel={m.log_checking()}
          onClick={() => run(log, latest)}
        >
          <ShieldCheck aria-hidden className="size-5" />
          {m.log_check()}
        </Button>
        <div aria-live="polite" className="empty:-mt-3">
          <Outcome state={state} />
        </div>
      </div>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="rounded-xl bg-sunken px-4 py-3">
      <dt className="font-semibold">{label}</dt>
      <dd className="mt-1 font-mono text-sm leading-snug break-all">{children}</dd>
    </div>
  );
}

function Outcome({ state }: { state: LogCheckState }) {
  if (state.status === 'broken') {
    return <p className="font-semibold text-danger">{m.log_check_unavailable()}</p>;
  }
  if (state.status !== 'done') return null;
  const { look, records } = state;
  const isFirst = look.consistency === 'skip';
  return (
    <ul className="grid gap-3">
      <Line status={look.signature} title={m.log_check_signature()}>
        {m.log_check_signature_text()}
      </Line>
      <Line status={look.inclusion} title={m.log_check_inclusion()}>
        {m.log_check_inclusion_text({ count: records })}
      </Line>
      <Line status={look.consistency} title={isFirst ? m.log_check_first() : m.log_check_consistency()}>
        {isFirst
          ? m.log_check_first_text()
          : m.log_check_consistency_text({ count: (look.keptSize ?? 0).toLocaleString() })}
      </Line>
    </ul>
  );
}

const SIGNS = {
  pass: { Sign: CircleCheck, colour: 'text-good', words: m.log_check_pass },
  fail: { Sign: CircleX, colour: 'text-danger', words: m.log_check_fail },
  skip: { Sign: CircleDashed, colour: 'text-ink-soft', words: m.log_check_skip },
} as const;

interface LineProps {
  status: keyof typeof SIGNS;
  title: string;
  children: ReactNode;
}

function Line({ status, title, children }: LineProps) {
  const { Sign, colour, words } = SIGNS[status];
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-2">
      <Sign aria-hidden className={`mt-0.5 size-6 ${colour}`} />
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          <span>{title}</span>
          <span className={`text-sm font-bold ${colour}`}>{words()}</span>
        </p>
        <p className="text-ink-soft">{status === 'fail' ? m.log_check_failed() : children}</p>
      </div>
    </li>
  );
}
