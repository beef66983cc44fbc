/** Adds a receiver of webhooks or changes one (R85). Its address is written only: the server never shows it again. */
import { type ReactNode, useId, useState } from 'react';
import type { Webhook, WebhookBody, WebhookCreated, WebhookPatchBody } from '@glassdrum/contract';
import {
  LIMITS,
  type WebhookEvent,
  webhookEvents,
  type WebhookFormat,
  webhookFormats,
} from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWebhookChange, webhooksPath } from './webhook-data.ts';
import { EVENTS, FORMATS } from './webhook-texts.ts';

interface WebhookDialogProps {
  workspaceId: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onAdded?: (added: WebhookCreated) => void;
}

/** What most receivers are there for. */
const USUAL_EVENTS: readonly WebhookEvent[] = ['raffle.opened', 'draw.result'];

type Errors = Partial<Record<'name' | 'url' | 'events', string>>;

export function WebhookDialog({ workspaceId, webhook, onClose, onAdded }: WebhookDialogProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'standard');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? USUAL_EVENTS);
  const [errors, setErrors] = useState<Errors>({});
  const save = useSave({ workspaceId, webhook, onClose, onAdded, onErrors: setErrors });
  const submit = (): void => {
    const found = errorsOf({ name, url, events, isNew: webhook === null });
    setErrors(found);
    if (Object.keys(found).length === 0)
      save.mutate({ name: name.trim(), url: url.trim(), format, events: [...events] });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook === null ? m.webhooks_add_title() : m.webhooks_edit_title({ name: webhook.name })}
    >
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={m.webhooks_name()} hint={m.webhooks_name_hint()} error={errors.name}>
          <TextInput
            name="name"
            autoComplete="off"
            maxLength={LIMITS.webhookName.max}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label={m.webhooks_url()}
          hint={webhook === null ? m.webhooks_url_hint() : m.webhooks_url_kept({ address: webhook.address })}
          error={errors.url}
        >
          <TextInput
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={LIMITS.webhookUrl.max}
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              if (webhook === null) setFormat((before) => formatOf(event.target.value) ?? before);
            }}
          />
        </Field>
        {webhook === null && <FormatChoice format={format} onChange={setFormat} />}
        <EventChoice events={events} error={errors.events} onChange={setEvents} />
        <Button type="submit" className="sm:justify-self-end" pending={save.isPending}>
          {webhook === null ? m.webhooks_add() : m.webhooks_save()}
        </Button>
      </form>
    </Dialog>
  );
}

function useSave({
  workspaceId,
  webhook,
  onClose,
  onAdded,
  onErrors,
}: Pick<WebhookDialogProps, 'workspaceId' | 'webhook' | 'onClose'> & {
  onAdded: WebhookDialogProps['onAdded'];
  onErrors: (errors: Errors) => void;
}) {
  return useWebhookChange({
    act: async (body: WebhookBody): Promise<WebhookCreated | null> => {
      if (webhook === null) return call<WebhookCreated>('POST', webhooksPath(workspaceId), body);
      const { name, url, events } = body;
      const patch: WebhookPatchBody = { name, events, ...(url !== '' && { url }) };
      await call('PATCH', webhooksPath(workspaceId, webhook.id), patch);
      return null;
    },
    onDone: (added) => {
      toast({ title: added === null ? m.webhooks_saved() : m.webhooks_added(), tone: 'good' });
      onClose();
      if (added !== null) onAdded?.(added);
    },
    onRefused: ({ fields }) => {
      const { name, url, events } = fields ?? {};
      const shown = { ...(name && { name }), ...(url && { url }), ...(events && { events }) };
      onErrors(shown);
      return Object.keys(shown).length > 0;
    },
  });
}

function errorsOf({
  name,
  url,
  events,
  isNew,
}: {
  name: string;
  url: string;
  events: readonly WebhookEvent[];
  isNew: boolean;
}): Errors {
  const isKept = !isNew && url.trim() === '';
  const isAddress = /^https?:\/\/./i.test(url.trim()) && URL.canParse(url.trim());
  return {
    ...(name.trim() === '' && { name: m.webhooks_name_missing() }),
    ...(!isKept && !isAddress && { url: m.webhooks_url_wrong() }),
    ...(events.length === 0 && { events: m.webhooks_events_missing() }),
  };
}

/** Addresses of the two services say what they take. */
function formatOf(url: string): WebhookFormat | null {
  if (/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\//.test(url)) return 'discord';
  return /^https:\/\/hooks\.slack(?:-gov)?\.com\//.test(url) ? 'slack' : null;
}

interface FormatChoiceProps {
  format: WebhookFormat;
  onChange: (format: WebhookFormat) => void;
}

function FormatChoice({ format, onChange }: FormatChoiceProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-1">
      <legend className="mb-1.5 font-semibold">{m.webhooks_format()}</legend>
      {webhookFormats.map((one) => (
        <Choice
          key={one}
          type="radio"
          label={FORMATS[one].label()}
          hint={FORMATS[one].hint()}
          checked={one === format}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}

interface EventChoiceProps {
  events: readonly WebhookEvent[];
  error: string | undefined;
  onChange: (events: readonly WebhookEvent[]) => void;
}

function EventChoice({ events, error, onChange }: EventChoiceProps) {
  const id = useId();
  return (
    <fieldset
      className="grid grid-cols-1 gap-1"
      {...(error !== undefined && { 'aria-describedby': id, 'aria-invalid': true })}
    >
      <legend className="mb-1.5 font-semibold">{m.webhooks_events()}</legend>
      {webhookEvents.map((event) => (
        <Choice
          key={event}
          type="checkbox"
          label={EVENTS[event].label()}
          hint={EVENTS[event].hint?.()}
          checked={events.includes(event)}
          onChange={(checked) =>
            onChange(checked ? [...events, event] : events.filter((other) => other !== event))
          }
        />
      ))}
      {error !== undefined && (
        <p id={id} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  type: 'radio' | 'checkbox';
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The whole row is the target. */
function Choice({ type, label, hint, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-11 items-start gap-3 rounded-xl px-3 py-2 hover:bg-sunken has-checked:bg-sunken">
      <input
        type={type}
        id={id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-semibold after:absolute after:inset-0">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
