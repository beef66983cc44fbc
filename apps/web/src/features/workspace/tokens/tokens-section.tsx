/** API tokens of the workspace (R85): a new one, whose secret is shown once, and those that work. */
import { useState } from 'react';
import type { ApiToken, ApiTokenBody, ApiTokenList, ApiTokenMade } from '@glassdrum/contract';
import { type ApiScope, apiScopes, LIMITS } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Field, Select, TextInput, TextToCopy } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { WorkspaceSectionProps } from '../section-props.ts';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';
import { WORKSPACES } from '../../../api/workspaces/workspaces.ts';

/** Days that a token may last, as the form offers them. */
const LASTING = [7, 30, 90, 180, LIMITS.apiTokenDays.max] as const;

const SCOPE_TEXTS: Readonly<Record<ApiScope, { name: () => string; text: () => string }>> = {
  read: { name: m.tokens_scope_read, text: m.tokens_scope_read_text },
  entries: { name: m.tokens_scope_entries, text: m.tokens_scope_entries_text },
  draw: { name: m.tokens_scope_draw, text: m.tokens_scope_draw_text },
};

const tokensPath = (workspaceId: string): string => workspacePath(workspaceId, '/tokens');

export function TokensSection({ workspace }: WorkspaceSectionProps) {
  const path = tokensPath(workspace.id);
  const list = useQuery({
    queryKey: [...WORKSPACES, path],
    queryFn: () => call<ApiTokenList>('GET', path),
    refetchOnMount: 'always',
  });
  const tokens = list.data?.tokens;
  return (
    // Takes the focus when a row is gone whose button opened a dialog.
    <section aria-labelledby="workspace-tokens" tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none">
      <Card className="grid grid-cols-1 gap-5">
        <div>
          <h2 id="workspace-tokens" className="text-2xl">
            {m.tokens_title()}
          </h2>
          <p className="mt-1 text-ink-soft">{m.tokens_text()}</p>
          <a
            href="/api/docs"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {m.tokens_docs()}
          </a>
        </div>
        <NewToken workspace={workspace} />
      </Card>
      <Card className="grid grid-cols-1 gap-3">
        <h3 className="text-xl">{m.tokens_working()}</h3>
        {tokens === undefined && !list.isError && <Skeleton className="h-24" />}
        {list.isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
            {m.tokens_load_failed()}
            <Button variant="quiet" onClick={() => void list.refetch()}>
              {m.workspace_try_again()}
            </Button>
          </p>
        )}
        {tokens?.length === 0 && <p className="text-ink-soft">{m.tokens_none()}</p>}
        {tokens !== undefined && tokens.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} workspaceId={workspace.id} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function NewToken({ workspace }: WorkspaceSectionProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['read']);
  const [days, setDays] = useState<number>(LIMITS.apiTokenDays.default);
  const [refused, setRefused] = useState<string | null>(null);
  const [made, setMade] = useState<ApiTokenMade | null>(null);
  const create = useWorkspaceChange({
    act: (body: ApiTokenBody) => call<ApiTokenMade>('POST', tokensPath(workspace.id), body),
    onDone: (answer) => {
      setMade(answer);
      setName('');
    },
    onRefused: ({ status, message }) => {
      if (status !== 400 && status !== 403 && status !== 409) return false;
      setRefused(message);
      return true;
    },
  });
  const toggle = (scope: ApiScope): void => {
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  };
  return (
    <>
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setMade(null);
          setRefused(name.trim() === '' ? m.tokens_name_missing() : null);
          if (name.trim() !== '') create.mutate({ name: name.trim(), scopes: [...scopes], days });
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Field label={m.tokens_name()} hint={m.tokens_name_hint()} error={refused ?? undefined}>
            <TextInput
              maxLength={LIMITS.apiTokenName.max}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label={m.tokens_lasts()}>
            <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {LASTING.map((one) => (
                <option key={one} value={one}>
                  {one === LIMITS.apiTokenDays.max ? m.tokens_a_year() : m.tokens_days({ count: one })}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <fieldset className="grid gap-1">
          <legend className="font-semibold">{m.tokens_scopes()}</legend>
          {apiScopes.map((scope) => (
            <Switch
              key={scope}
              label={SCOPE_TEXTS[scope].name()}
              hint={SCOPE_TEXTS[scope].text()}
              checked={scopes.includes(scope)}
              onCheckedChange={() => toggle(scope)}
            />
          ))}
        </fieldset>
        <Button
          type="submit"
          pending={create.isPending}
          disabled={scopes.length === 0}
          className="justify-self-start max-sm:justify-self-stretch"
        >
          {m.tokens_create()}
        </Button>
      </form>
      {made !== null && <Made made={made} />}
    </>
  );
}

/** Nobody can show it again: the server stores a hash of it. */
function Made({ made: { token, secret } }: { made: ApiTokenMade }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-3 rounded-2xl bg-good-soft p-4">
      <Field label={m.tokens_secret({ name: token.name })} hint={m.tokens_once()}>
        <TextToCopy value={secret} />
      </Field>
      <CopyButton
        text={secret}
        label={m.tokens_copy()}
        variant="primary"
        className="justify-self-start max-sm:justify-self-stretch"
      />
    </div>
  );
}

function TokenRow({ token, workspaceId }: { token: ApiToken; workspaceId: string }) {
  const { name, scopes, owner, expires_at: expires, last_used_at: used, is_yours: isYours } = token;
  return (
    <li className="flex items-center justify-between gap-x-6 gap-y-2 py-3 max-sm:flex-wrap">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          {scopes.map((scope) => (
            <Badge key={scope}>{SCOPE_TEXTS[scope].name()}</Badge>
          ))}
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {isYours ? '' : `${m.tokens_of({ name: owner.name })} · `}
          {m.tokens_until({ date: formatDateTime(expires) })} ·{' '}
          {used === null ? m.tokens_never_used() : m.tokens_used({ date: formatDateTime(used) })}
        </p>
      </div>
      <EndToken token={token} workspaceId={workspaceId} />
    </li>
  );
}

function EndToken({ token: { id, name }, workspaceId }: { token: ApiToken; workspaceId: string }) {
  const [isAsking, setAsking] = useState(false);
  const end = useWorkspaceChange({
    act: () => call('DELETE', `${tokensPath(workspaceId)}/${id}`),
    onDone: () => {
      setAsking(false);
      toast({ title: m.tokens_ended({ name }), tone: 'good' });
    },
  });
  return (
    <>
      <Button variant="quiet" aria-label={m.tokens_end_name({ name })} onClick={() => setAsking(true)}>
        {m.tokens_end()}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.tokens_end_title({ name })}
        description={<p>{m.tokens_end_text()}</p>}
        confirmLabel={m.tokens_end()}
        tone="danger"
        pending={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
