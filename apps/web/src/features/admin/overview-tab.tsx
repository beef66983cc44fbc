/** The installation's health at a glance: what needs attention first, then numbers by subject. */
import type { ReactNode } from 'react';
import type { ChannelHealth, OperatorOverview } from '@glassdrum/contract';
import { TriangleAlert } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { bytesText } from './amounts.ts';

export function OverviewTab({ overview }: { overview: OperatorOverview }) {
  const { counts, mail, push, jobs } = overview;
  return (
    <div className="grid gap-4">
      <Warnings overview={overview} />
      <Card>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
          <Figure label={m.admin_count_hosts()} value={counts.hosts} />
          <Figure label={m.admin_count_raffles()} value={counts.raffles} />
          <Figure label={m.admin_count_open()} value={counts.open_raffles} />
          <Figure label={m.admin_count_entries()} value={counts.entries} />
        </dl>
      </Card>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Checks checks={overview.checks} />
        <Channel title={m.admin_email()} health={mail} />
        <Channel title={m.admin_push()} health={push} />
        <Section title={m.admin_queue()}>
          <Row label={m.admin_waiting()}>{jobs.waiting.toLocaleString()}</Row>
          <Row label={m.admin_running()}>{jobs.running.toLocaleString()}</Row>
          <OldestDue at={jobs.oldest_due_at} />
          <Row label={m.admin_failed_jobs()} isBad={jobs.failed > 0}>
            {jobs.failed.toLocaleString()}
          </Row>
          {jobs.failures.map(({ kind, error, at }) => (
            <p key={`${kind} ${at ?? 0}`} className="mt-2 text-sm wrap-anywhere text-ink-soft">
              <span className="font-mono">{kind}</span> {error}
            </p>
          ))}
        </Section>
        <Storage storage={overview.storage} />
        <ThisServer process={overview.process} />
        <PublicLog overview={overview} />
        <Witnesses overview={overview} />
        <Nodes nodes={overview.nodes} />
      </div>
    </div>
  );
}

const WARNINGS: Readonly<Record<OperatorOverview['warnings'][number], () => string>> = {
  untrusted_proxy: m.admin_warn_untrusted_proxy,
  no_proxy_named: m.admin_warn_no_proxy_named,
  disk_nearly_full: m.admin_warn_disk_nearly_full,
  witness_problem: m.admin_warn_witness_problem,
};

function Warnings({ overview: { warnings, checks } }: { overview: OperatorOverview }) {
  const texts = warnings.map((warning) => WARNINGS[warning]());
  if (checks.clock === 'off') texts.push(m.admin_warn_clock_off());
  if (texts.length === 0) return null;
  return (
    <section className="rounded-2xl bg-warn-soft px-5 py-4 text-warn">
      <h2 className="flex items-center gap-2 text-lg">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {m.admin_warnings()}
      </h2>
      <ul className="mt-2 grid max-w-4xl list-disc gap-2 pl-6">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-3xl font-bold tabular-nums sm:text-4xl">{value.toLocaleString()}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </Card>
  );
}

function Row({ label, isBad = false, children }: { label: string; isBad?: boolean; children: ReactNode }) {
  return (
    <dl className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5 first-of-type:border-t-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className={isBad ? 'text-right font-bold text-danger' : 'text-right font-semibold tabular-nums'}>
        {children}
      </dd>
    </dl>
  );
}

function OldestDue({ at }: { at: number | null }) {
  return <Row label={m.admin_oldest_due()}>{at === null ? m.admin_none_due() : <DateTime at={at} />}</Row>;
}

const STATES = {
  ok: m.admin_ok,
  failing: m.admin_failing,
  away: m.admin_away,
  off: m.admin_off,
} as const;

function Checks({ checks }: Pick<OperatorOverview, 'checks'>) {
  const rows = [
    [m.admin_check_database(), checks.database],
    [m.admin_check_queue(), checks.queue],
    [m.admin_check_beacon(), checks.beacon],
    [m.admin_check_clock(), checks.clock],
  ] as const;
  return (
    <Section title={m.admin_health()}>
      {rows.map(([label, state]) => (
        <Row key={label} label={label}>
          <Badge tone={state === 'ok' ? 'good' : 'danger'}>{STATES[state]()}</Badge>
        </Row>
      ))}
    </Section>
  );
}

function Channel({ title, health }: { title: string; health: ChannelHealth }) {
  if (!health.configured) {
    return (
      <Section title={title}>
        <p className="text-ink-soft">{m.admin_not_configured()}</p>
      </Section>
    );
  }
  return (
    <Section title={title}>
      <Row label={m.admin_waiting()}>{health.waiting.toLocaleString()}</Row>
      <OldestDue at={health.oldest_due_at} />
      <Row label={m.admin_sent_today()}>{health.sent_today.toLocaleString()}</Row>
      <Row label={m.admin_failed_today()} isBad={health.failed_today > 0}>
        {health.failed_today.toLocaleString()}
      </Row>
    </Section>
  );
}

function objectsText(objects: OperatorOverview['storage']['objects']): string {
  if (objects === null) return m.admin_objects_bucket();
  if (objects.files === 0) return m.admin_objects_none();
  return m.admin_objects_text({ files: objects.files.toLocaleString(), bytes: bytesText(objects.bytes) });
}

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function Storage({
  storage: { database, database_bytes: bytes, disk, objects },
}: Pick<OperatorOverview, 'storage'>) {
  return (
    <Section title={m.admin_storage()}>
      <Row label={m.admin_database_size({ kind: DATABASES[database] })}>{bytesText(bytes)}</Row>
      <Row label={m.admin_objects()}>{objectsText(objects)}</Row>
      <Row label={m.admin_disk_free()}>
        {m.admin_disk_of({ free: bytesText(disk.free_bytes), total: bytesText(disk.total_bytes) })}
      </Row>
    </Section>
  );
}

function ThisServer({ process }: Pick<OperatorOverview, 'process'>) {
  return (
    <Section title={m.admin_process()}>
      <Row label={m.admin_started()}>
        <DateTime at={process.started_at} />
      </Row>
      <Row label={m.admin_memory()}>{bytesText(process.memory_bytes)}</Row>
      <Row label={m.admin_loop_delay()}>
        {m.admin_milliseconds({ ms: process.loop_delay_ms.toLocaleString() })}
      </Row>
      <Row label={m.admin_sockets()}>{process.sockets.toLocaleString()}</Row>
    </Section>
  );
}

function PublicLog({ overview: { log, public_key: key } }: { overview: OperatorOverview }) {
  return (
    <Section title={m.admin_log()}>
      <Row label={m.admin_log_size()}>{log.size.toLocaleString()}</Row>
      <Row label={m.admin_log_checkpoint()}>
        {log.checkpoint_at === null ? m.admin_log_no_checkpoint() : <DateTime at={log.checkpoint_at} />}
      </Row>
      <p className="mt-2 text-sm text-ink-soft">{m.admin_log_key()}</p>
      <p className="mb-3 font-mono text-sm wrap-anywhere">{key}</p>
      <CopyButton text={key} label={m.admin_log_copy_key()} />
    </Section>
  );
}

function Witnesses({ overview: { witnesses, log } }: { overview: OperatorOverview }) {
  return (
    <Section title={m.admin_witnesses()}>
      {witnesses.length === 0 && <p className="text-ink-soft">{m.admin_no_witnesses()}</p>}
      <ul className="divide-y divide-line">
        {witnesses.map(({ name, size, cosigned_at: at, problem }) => (
          <li key={name} className="py-2.5 first:pt-0">
            <p className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              <Badge tone={problem === null ? 'good' : 'danger'}>
                {problem === null ? m.admin_ok() : m.admin_failing()}
              </Badge>
            </p>
            <p className="text-sm text-ink-soft">
              {at === null ? (
                m.admin_witness_never()
              ) : (
                <>
                  {m.admin_witness_size({ size: size.toLocaleString(), total: log.size.toLocaleString() })} ·{' '}
                  <DateTime at={at} />
                </>
              )}
            </p>
            {problem !== null && (
              <p className="text-sm font-semibold text-danger">{m.admin_witness_problem({ problem })}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Nodes({ nodes }: Pick<OperatorOverview, 'nodes'>) {
  return (
    <Section title={m.admin_nodes()}>
      {nodes.length === 0 && <p className="text-ink-soft">{m.admin_nodes_none()}</p>}
      <ul className="divide-y divide-line">
        {nodes.map(({ name, ahead_ms: ahead, leads }) => (
          <li key={name} className="py-2.5 first:pt-0">
            <p className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-mono text-sm wrap-anywhere">{name}</span>
              <Badge tone={leads ? 'good' : 'danger'}>
                {leads ? m.admin_node_leads() : m.admin_node_not_leading()}
              </Badge>
            </p>
            <p className="text-sm text-ink-soft">{clockText(ahead)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Less than this is no difference that anybody would notice. */
const SAME_MS = 50;

function clockText(aheadMs: number | null): string {
  if (aheadMs === null) return m.admin_node_alone();
  if (Math.abs(aheadMs) < SAME_MS) return m.admin_node_right();
  const seconds = (Math.abs(aheadMs) / 1000).toLocaleString(undefined, { maximumFractionDigits: 2 });
  return aheadMs > 0 ? m.admin_node_ahead({ seconds }) : m.admin_node_behind({ seconds });
}
