/** Data Management Settings: how long data is kept, cleaning up now, taking everything along, deleting all (R53–R55). */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CleanupAnswer, SettingsAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { counted } from '../counted.ts';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { AuditDialog } from './audit-dialog.tsx';
import { DeleteAllDialog } from './delete-all-dialog.tsx';

const SETTINGS = ['/api/settings'] as const;

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery({
    queryKey: SETTINGS,
    queryFn: () => call<SettingsAnswer>('GET', SETTINGS[0]),
    refetchOnMount: 'always',
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.console_settings_title()}
      description={m.console_settings_text()}
    >
      <div className="grid gap-7">
        {settings.data === undefined ? (
          <Loading className="h-36" failed={settings.isError} onRetry={() => void settings.refetch()} />
        ) : (
          <Retention key={settings.data.retention_days} stored={settings.data.retention_days} />
        )}
        <Cleanup due={settings.data?.cleanup_due ?? null} />
        <Activity />
        <Section title={m.console_export_title()} text={m.console_export_text()}>
          <div className="flex flex-wrap gap-3">
            <DownloadLink
              needsFreshSignIn
              href="/api/settings/export?format=json"
              label={m.console_export_json()}
            />
            <DownloadLink
              needsFreshSignIn
              href="/api/settings/export?format=csv"
              label={m.console_export_csv()}
            />
          </div>
        </Section>
        <DangerZone />
      </div>
    </Dialog>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

const days = (count: number): string => counted(m.console_days, count);

function Retention({ stored }: { stored: number }) {
  const [wanted, setWanted] = useState(stored);
  const queryClient = useQueryClient();
  const { min, max } = LIMITS.retentionDays;
  const save = useChange({
    act: (retention_days: number) => call('PUT', '/api/settings/retention', { retention_days }),
    failedTitle: m.console_settings_failed(),
    onDone: (_answer, saved) => {
      toast({
        title: m.console_settings_updated(),
        description: m.console_settings_updated_text({ days: saved }),
        tone: 'good',
      });
      void queryClient.invalidateQueries({ queryKey: SETTINGS });
    },
  });
  return (
    <Section title={m.console_retention_title()} text={m.console_retention_text()}>
      <Slider
        label={m.console_retention_label()}
        value={wanted}
        min={min}
        max={max}
        valueText={days}
        onValueChange={setWanted}
      />
      <Button
        className="justify-self-start"
        disabled={wanted === stored}
        pending={save.isPending}
        pendingLabel={m.console_saving()}
        onClick={() => save.mutate(wanted)}
      >
        {m.console_retention_save()}
      </Button>
    </Section>
  );
}

/** @param props.due raffles that a clean-up would erase now; null while it is not known */
function Cleanup({ due }: { due: number | null }) {
  const queryClient = useQueryClient();
  const cleanup = useChange({
    act: () => call<CleanupAnswer>('POST', '/api/settings/cleanup'),
    failedTitle: m.console_cleanup_failed(),
    onDone: ({ message }) => {
      toast({ title: m.console_cleanup_done(), description: message, tone: 'good' });
      void queryClient.invalidateQueries({ queryKey: SETTINGS });
    },
  });
  return (
    <Section title={m.console_cleanup_title()} text={m.console_cleanup_text()}>
      {due !== null && <p className="font-semibold">{dueText(due)}</p>}
      <Button
        variant="quiet"
        className="justify-self-start"
        pending={cleanup.isPending}
        pendingLabel={m.console_cleanup_running()}
        onClick={() => cleanup.mutate()}
      >
        {m.console_cleanup_run()}
      </Button>
    </Section>
  );
}

function dueText(due: number): string {
  if (due === 0) return m.console_cleanup_due_none();
  return due === 1 ? m.console_cleanup_due_one() : m.console_cleanup_due_many({ count: due });
}

function Activity() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={m.console_audit_title()} text={m.console_audit_section()}>
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.console_audit_open()}
      </Button>
      {isOpen && <AuditDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DangerZone() {
  const [asking, setAsking] = useState(false);
  return (
    <section className="grid gap-3 rounded-2xl border-2 border-danger bg-danger-soft p-4 text-danger">
      <h3 className="text-lg">{m.console_danger_title()}</h3>
      <p>{m.console_danger_text()}</p>
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.console_delete_all()}
      </Button>
      {asking && <DeleteAllDialog onClose={() => setAsking(false)} />}
    </section>
  );
}
