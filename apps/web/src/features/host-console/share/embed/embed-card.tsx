/** R85: the raffle on other sites: which ones, the code for their pages, and what they show. */
import { useState } from 'react';
import type { EmbedSettings, EmbedView, HostRaffle } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { call, type CallFailed } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { buttonLook } from '../../../../ui/button-look.ts';
import { Card } from '../../../../ui/card.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Field, Select, TextArea } from '../../../../ui/field.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { useChange } from '../../console-data.ts';
import { rafflePhase } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { NewLink } from '../new-link.tsx';
import { embedAddress, embedCode, type EmbedTheme, sitesOf, THEMES } from './embed-code.ts';
import { EmbedPreview } from './embed-preview.tsx';

const PREVIEW_POLL_MS = 15_000;

const embedPath = (raffle: HostRaffle): string => `/api/raffles/${raffle.id}/embed`;

export function EmbedCard({ raffle }: { raffle: HostRaffle }) {
  const path = embedPath(raffle);
  const settings = useQuery<EmbedSettings, CallFailed>({
    queryKey: [path],
    queryFn: () => call<EmbedSettings>('GET', path),
  });
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <h3 className="text-xl">{m.embed_title()}</h3>
        <p className="mt-1 text-ink-soft">{m.embed_text()}</p>
        {rafflePhase(raffle) === 'draft' && <p className="mt-1 text-ink-soft">{m.embed_draft()}</p>}
      </div>
      {settings.data === undefined ? (
        <Loading className="h-40" failed={settings.isError} onRetry={() => void settings.refetch()} />
      ) : (
        <>
          <Sites key={settings.data.origins.join()} raffle={raffle} settings={settings.data} />
          {settings.data.url !== null && <Shown raffle={raffle} url={settings.data.url} />}
        </>
      )}
    </Card>
  );
}

function Sites({ raffle, settings }: { raffle: HostRaffle; settings: EmbedSettings }) {
  const path = embedPath(raffle);
  const queryClient = useQueryClient();
  const isOn = settings.url !== null;
  const [typed, setTyped] = useState(settings.origins.join('\n'));
  const [refused, setRefused] = useState<string | null>(null);
  const save = useChange({
    act: () => call<EmbedSettings>('PUT', path, { origins: sitesOf(typed) }),
    onDone: (answer: EmbedSettings) => {
      queryClient.setQueryData([path], answer);
      toast(
        isOn
          ? { title: m.embed_saved(), description: m.embed_saved_text(), tone: 'good' }
          : { title: m.embed_on(), tone: 'good' },
      );
    },
    onRefused: ({ status, message }) => {
      if (status !== 400 && status !== 422) return false;
      setRefused(message);
      return true;
    },
  });
  const isChanged = sitesOf(typed).join() !== settings.origins.join();
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(null);
        save.mutate();
      }}
    >
      <Field label={m.embed_sites()} hint={m.embed_sites_hint()} error={refused ?? undefined}>
        <TextArea
          rows={2}
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono text-sm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" pending={save.isPending} disabled={isOn && !isChanged}>
          {isOn ? m.embed_save() : m.embed_turn_on()}
        </Button>
        {isOn && <TurnOff path={path} />}
      </div>
    </form>
  );
}

function TurnOff({ path }: { path: string }) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const off = useChange({
    act: () => call('DELETE', path),
    onDone: () => {
      const settings: EmbedSettings = { url: null, origins: [] };
      queryClient.setQueryData([path], settings);
      toast({ title: m.embed_off() });
    },
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {m.embed_turn_off()}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={m.embed_turn_off_title()}
        description={<p>{m.embed_turn_off_text()}</p>}
        confirmLabel={m.embed_turn_off()}
        pending={off.isPending}
        onConfirm={() => off.mutate()}
      />
    </>
  );
}

const THEME_NAMES: Readonly<Record<EmbedTheme, () => string>> = {
  auto: m.embed_theme_auto,
  light: m.embed_theme_light,
  dark: m.embed_theme_dark,
};

function Shown({ raffle, url }: { raffle: HostRaffle; url: string }) {
  const path = embedPath(raffle);
  const queryClient = useQueryClient();
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const code = embedCode({ url, theme, title: raffle.title });
  return (
    <div className="grid grid-cols-1 gap-5 border-t border-line pt-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[1fr_14rem]">
        <Field label={m.embed_code()} hint={m.embed_code_hint()}>
          <TextArea
            readOnly
            rows={3}
            className="font-mono text-sm"
            value={code}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Field label={m.embed_theme()}>
          <Select
            value={theme}
            onChange={(event) => setTheme(THEMES.find((one) => one === event.target.value) ?? 'auto')}
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {THEME_NAMES[one]()}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <CopyButton
          text={code}
          label={m.embed_copy_code()}
          copiedLabel={m.embed_code_copied()}
          variant="primary"
        />
        <a href={embedAddress(url, theme)} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
          <ExternalLink aria-hidden className="size-4.5 shrink-0" />
          {m.embed_open_preview()}
        </a>
        <NewLink<EmbedSettings>
          text={m.embed_new_link_text()}
          act={() => renewed(path, queryClient.getQueryData<EmbedSettings>([path]))}
          onDone={(answer) => queryClient.setQueryData([path], answer)}
        />
      </div>
      {rafflePhase(raffle) !== 'draft' && <Preview url={url} theme={theme} />}
    </div>
  );
}

function renewed(path: string, settings: EmbedSettings | undefined): Promise<EmbedSettings> {
  return call<EmbedSettings>('PUT', path, { origins: settings?.origins ?? [], renew: true });
}

function Preview({ url, theme }: { url: string; theme: EmbedTheme }) {
  const path = `/api${new URL(url).pathname}`;
  const view = useQuery<EmbedView, CallFailed>({
    queryKey: [path],
    queryFn: () => call<EmbedView>('GET', path),
    refetchInterval: PREVIEW_POLL_MS,
  });
  return (
    <section aria-labelledby="embed-preview" className="grid grid-cols-1 gap-2">
      <h4 id="embed-preview" className="font-semibold">
        {m.embed_preview()}
      </h4>
      {view.data === undefined ? (
        <Loading className="h-56" failed={view.isError} onRetry={() => void view.refetch()} />
      ) : (
        <EmbedPreview view={view.data} theme={theme} />
      )}
    </section>
  );
}
