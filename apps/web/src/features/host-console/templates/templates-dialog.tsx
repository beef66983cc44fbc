/** The host's templates: make a draft from one, rename it, delete it (R80). */
import { useEffect, useState } from 'react';
import type { HostRaffle, RaffleTemplate } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { TEMPLATES } from '../../../api/workspaces/workspaces.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { counted } from '../counted.ts';
import { NothingYet } from '../empty-list.tsx';
import { Loading } from '../loading.tsx';
import { TemplateNameForm, useNamedChange, useTemplateForm } from './template-form.tsx';
import { useTemplates } from './templates-data.ts';

export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const templates = useTemplates();
  return (
    <Dialog open onOpenChange={onClose} title={m.copies_templates()} description={m.copies_templates_text()}>
      {templates.data === undefined && (
        <Loading className="h-40" failed={templates.isError} onRetry={() => void templates.refetch()} />
      )}
      {templates.data?.length === 0 && (
        <NothingYet
          Sign={LayoutTemplate}
          title={m.copies_templates_none()}
          text={m.copies_templates_none_text()}
        />
      )}
      {templates.data !== undefined && templates.data.length > 0 && (
        <ul className="grid gap-3">
          {templates.data.map((template) => (
            <li key={template.id}>
              <Template template={template} onMade={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface TemplateProps {
  template: RaffleTemplate;
  /** A draft was made from it. */
  onMade: () => void;
}

function Template({ template, onMade }: TemplateProps) {
  const { id, name, image_url: image } = template;
  const [asks, setAsks] = useState<'rename' | 'delete' | null>(null);
  const create = useChange({
    act: () => call<HostRaffle>('POST', `/api/templates/${id}/raffles`),
    failed: m.copies_create_failed(),
    onDone: ({ title }) => {
      toast({ title: m.copies_created(), description: m.copies_created_text({ title }), tone: 'good' });
      onMade();
    },
  });
  return (
    <article className="grid gap-4 rounded-2xl border border-line bg-paper p-4">
      <div className="flex min-w-0 gap-4">
        {image !== null && (
          <img src={image} alt="" loading="lazy" className="size-16 shrink-0 rounded-xl object-cover" />
        )}
        <div className="min-w-0">
          <h3 className="text-lg wrap-anywhere">{name}</h3>
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
            {factsOf(template).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
      </div>
      {asks === 'rename' ? (
        <Rename template={template} onClose={() => setAsks(null)} />
      ) : (
        <div className="grid grid-cols-[1fr_3rem_3rem] gap-2">
          <Button
            variant="quiet"
            aria-label={m.copies_new_from({ name })}
            pending={create.isPending}
            pendingLabel={m.copies_creating()}
            onClick={() => create.mutate()}
          >
            <Plus aria-hidden className="size-5" />
            {m.copies_new_from_template()}
          </Button>
          <Button
            variant="quiet"
            className="px-0!"
            aria-label={m.copies_rename_of({ name })}
            data-tooltip={m.copies_rename()}
            onClick={() => setAsks('rename')}
          >
            <Pencil aria-hidden className="size-5" />
          </Button>
          <Button
            variant="quiet"
            className="px-0! text-danger"
            aria-label={m.copies_delete_of({ name })}
            data-tooltip={m.copies_delete()}
            onClick={() => setAsks('delete')}
          >
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </div>
      )}
      {asks === 'delete' && <DeleteTemplate template={template} onClose={() => setAsks(null)} />}
    </article>
  );
}

function factsOf({ title, name, prizes, wins, draws, created_at: at }: RaffleTemplate): string[] {
  return [
    ...(title === name ? [] : [title]),
    ...(prizes > 1 ? [counted(m.copies_template_prizes, prizes)] : []),
    counted(m.copies_template_winners, wins),
    ...(draws > 1 ? [counted(m.copies_template_draws, draws)] : []),
    m.copies_template_saved_at({ date: formatDateTime(at) }),
  ];
}

function Rename({ template, onClose }: { template: RaffleTemplate; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useTemplateForm(template.name);
  const { setFocus } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const formId = `rename-${template.id}`;
  const rename = useNamedChange(form, {
    act: (body) => call<RaffleTemplate>('PATCH', `/api/templates/${template.id}`, body),
    failed: m.copies_rename_failed(),
    onDone: (changed) => {
      queryClient.setQueryData<RaffleTemplate[]>(TEMPLATES, (before) =>
        before?.map((one) => (one.id === changed.id ? changed : one)),
      );
      toast({ title: m.copies_renamed(), description: changed.name, tone: 'good' });
      onClose();
    },
  });
  return (
    <div className="grid gap-3">
      <TemplateNameForm id={formId} form={form} onSubmit={(body) => rename.mutate(body)} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button variant="quiet" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button type="submit" form={formId} pending={rename.isPending} pendingLabel={m.console_saving()}>
          {m.copies_rename_save()}
        </Button>
      </div>
    </div>
  );
}

function DeleteTemplate({ template, onClose }: { template: RaffleTemplate; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { id, name } = template;
  const remove = useChange({
    act: () => call('DELETE', `/api/templates/${id}`),
    failed: m.copies_delete_failed(),
    onDone: () => {
      queryClient.setQueryData<RaffleTemplate[]>(TEMPLATES, (before) =>
        before?.filter((one) => one.id !== id),
      );
      toast({ title: m.copies_deleted(), description: name });
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.copies_delete_title()}
      description={<p>{m.copies_delete_text({ name })}</p>}
      confirmLabel={m.copies_delete()}
      tone="danger"
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
