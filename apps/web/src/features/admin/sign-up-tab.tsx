/** Who may open a host account (R82), and the one-time links for those who are let in. */
import { useId, useState } from 'react';
import type {
  SignUpBody,
  SignUpLink,
  SignUpLinkAnswer,
  SignUpPolicy,
  SignUpState,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';
import { Field, TextArea, TextInput, TextToCopy } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAdmin, useAdminChange } from './admin-data.ts';
import { Loading } from './lists.tsx';

export function SignUpTab() {
  const { data: state, isError, refetch } = useAdmin<SignUpState>('sign-up');
  if (state === undefined) {
    return <Loading failed={isError} onRetry={() => void refetch()} />;
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Policy key={`${state.policy} ${state.domains.join()}`} state={state} />
      <Links links={state.links} isClosed={state.policy === 'closed'} />
    </div>
  );
}

const POLICIES: readonly { policy: SignUpPolicy; label: () => string; hint: () => string }[] = [
  { policy: 'open', label: m.admin_policy_open, hint: m.admin_policy_open_hint },
  { policy: 'domain', label: m.admin_policy_domain, hint: m.admin_policy_domain_hint },
  { policy: 'invite', label: m.admin_policy_invite, hint: m.admin_policy_invite_hint },
  { policy: 'closed', label: m.admin_policy_closed, hint: m.admin_policy_closed_hint },
];

function Policy({ state }: { state: SignUpState }) {
  const [policy, setPolicy] = useState(state.policy);
  const [typed, setTyped] = useState(state.domains.join('\n'));
  const [error, setError] = useState<string | undefined>(undefined);
  const name = useId();
  const save = useAdminChange({
    act: (body: SignUpBody) => call('PUT', '/api/admin/sign-up', body),
    onDone: () => toast({ title: m.admin_policy_saved(), tone: 'good' }),
  });
  return (
    <Card>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const domains = policy === 'domain' ? typed.split(/[\s,;]+/).filter((part) => part !== '') : [];
          const isMissing = policy === 'domain' && domains.length === 0;
          setError(isMissing ? m.admin_policy_domains_missing() : undefined);
          if (!isMissing) save.mutate({ policy, domains });
        }}
      >
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-display text-2xl font-bold tracking-tight">
            {m.admin_policy_title()}
          </legend>
          {POLICIES.map((one) => (
            <div
              key={one.policy}
              className="relative flex min-h-11 items-start gap-3 rounded-xl px-3 py-2 hover:bg-sunken has-checked:bg-sunken"
            >
              <input
                type="radio"
                id={`${name}-${one.policy}`}
                name={name}
                value={one.policy}
                checked={policy === one.policy}
                aria-describedby={`${name}-${one.policy}-hint`}
                onChange={() => setPolicy(one.policy)}
                className="relative z-10 mt-1 size-5 shrink-0 accent-brand"
              />
              <span className="min-w-0">
                {/* Its target is the whole row. */}
                <label
                  htmlFor={`${name}-${one.policy}`}
                  className="block cursor-pointer font-semibold after:absolute after:inset-0"
                >
                  {one.label()}
                </label>
                <span id={`${name}-${one.policy}-hint`} className="block text-sm text-ink-soft">
                  {one.hint()}
                </span>
              </span>
            </div>
          ))}
        </fieldset>
        {policy === 'domain' && (
          <Field label={m.admin_policy_domains()} hint={m.admin_policy_domains_hint()} error={error}>
            <TextArea
              name="domains"
              spellCheck={false}
              autoCapitalize="none"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        {state.from === 'environment' && (
          <p className="text-sm text-ink-soft">{m.admin_policy_from_environment()}</p>
        )}
        <Button type="submit" className="justify-self-start" pending={save.isPending}>
          {m.admin_save()}
        </Button>
      </form>
    </Card>
  );
}

function Links({ links, isClosed }: { links: readonly SignUpLink[]; isClosed: boolean }) {
  const [note, setNote] = useState('');
  const [made, setMade] = useState<SignUpLinkAnswer | null>(null);
  const create = useAdminChange({
    act: () => call<SignUpLinkAnswer>('POST', '/api/admin/sign-up/links', { note: note.trim() }),
    onDone: (answer) => {
      setMade(answer);
      setNote('');
    },
  });
  return (
    <Card className="grid gap-5">
      <div>
        <h2 className="text-2xl">{m.admin_links_title()}</h2>
        <p className="mt-1 text-ink-soft">{m.admin_links_text()}</p>
        {isClosed && <p className="mt-2 font-semibold text-warn">{m.admin_links_closed()}</p>}
      </div>
      <form
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field label={m.admin_link_note()}>
          <TextInput
            name="note"
            maxLength={LIMITS.signUpNote.max}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <Button type="submit" pending={create.isPending}>
          {m.admin_link_create()}
        </Button>
      </form>
      {made !== null && (
        <div className="grid gap-3 rounded-2xl bg-good-soft p-4">
          <Field label={m.admin_link_label()} hint={m.admin_link_ready()}>
            <TextToCopy value={made.url} />
          </Field>
          <CopyButton text={made.url} label={m.admin_link_copy()} className="justify-self-start" />
        </div>
      )}
      {links.length === 0 ? (
        <p className="text-ink-soft">{m.admin_no_links()}</p>
      ) : (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <Link key={link.id} link={link} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Link({ link }: { link: SignUpLink }) {
  const [now] = useState(() => Date.now());
  const note = link.note === '' ? m.admin_link_unnamed() : link.note;
  const revoke = useAdminChange({
    act: () => call('DELETE', `/api/admin/sign-up/links/${link.id}`),
    onDone: () => toast({ title: m.admin_link_revoked(), tone: 'good' }),
  });
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{note}</p>
        <p className="text-sm text-ink-soft">{linkState(link, now)}</p>
      </div>
      {link.used_at === null && link.expires_at > now && (
        <Button
          variant="quiet"
          aria-label={m.admin_action_of({ action: m.admin_link_revoke(), name: note })}
          pending={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {m.admin_link_revoke()}
        </Button>
      )}
    </li>
  );
}

function linkState({ used_at: usedAt, used_by: usedBy, expires_at: end }: SignUpLink, now: number): string {
  if (usedAt !== null)
    return usedBy === null ? m.admin_link_used_gone() : m.admin_link_used({ name: usedBy });
  return end <= now ? m.admin_link_expired() : m.admin_link_until({ date: formatDateTime(end) });
}
