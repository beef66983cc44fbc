/** The public link: copy it, switch public joining on and off, or make the link if there is none; and the stage's. */
import { useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { hostCan, hostMay, rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextToCopy } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { slugOf } from '../../../ui/slug.ts';
import { useChange } from '../console-data.ts';
import { DraftLinksNote } from '../draft-links-note.tsx';
import { JoiningChecks } from './joining-checks.tsx';
import { NewLink } from './new-link.tsx';
import { QrCode } from './qr-code.tsx';
import { StageLink } from './stage-link.tsx';

export function ShareDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={raffle.public_url === null ? 'normal' : 'wide'}
      title={m.console_share_title()}
      description={raffle.title}
    >
      <ShareSettings raffle={raffle} />
    </Dialog>
  );
}

/** The same in the dialog and among the settings of the raffle's page. */
export function ShareSettings({ raffle }: { raffle: HostRaffle }) {
  const canChange = hostCan(raffle, 'change_public_link');
  return (
    <div className="grid gap-7">
      {rafflePhase(raffle) === 'draft' && <DraftLinksNote />}
      {!canChange && hostMay(raffle, 'share_public_link') && (
        <p className="text-ink-soft">{m.console_share_over()}</p>
      )}
      {raffle.public_url === null ? (
        canChange && <Generate raffle={raffle} />
      ) : (
        <PublicLink raffle={raffle} url={raffle.public_url} />
      )}
      {raffle.public_url !== null && hostCan(raffle, 'change_joining') && <JoiningChecks raffle={raffle} />}
      {hostMay(raffle, 'share_stage_link') && <StageLink raffle={raffle} />}
    </div>
  );
}

function PublicLink({ raffle, url }: { raffle: HostRaffle; url: string }) {
  const canChange = hostCan(raffle, 'change_public_link');
  return (
    <div className="grid gap-6 sm:grid-cols-[18rem_1fr]">
      <div className="grid content-start justify-items-center max-sm:order-2">
        <QrCode text={url} label={m.console_qr_public()} fileName={`join-${slugOf(raffle.title, 'link')}`} />
      </div>
      <div className="grid content-start gap-5">
        <Field label={m.console_public_link()}>
          <TextToCopy value={url} />
        </Field>
        <CopyButton
          text={url}
          label={m.console_copy_to_clipboard()}
          copiedLabel={m.console_link_copied()}
          variant="primary"
        />
        {raffle.join_code !== null && raffle.join_code_url !== null && (
          <ShortAddress code={raffle.join_code} url={raffle.join_code_url} />
        )}
        {canChange && (
          <>
            <div className="-ml-3">
              <NewLink
                act={() => call('POST', `/api/raffles/${raffle.id}/public-link`, { renew: true })}
                text={m.console_new_link_text()}
              />
            </div>
            <PublicJoining raffle={raffle} />
          </>
        )}
      </div>
    </div>
  );
}

/** The address that can be read aloud: the host's name, and a code in two halves. */
function ShortAddress({ code, url }: { code: string; url: string }) {
  const half = Math.ceil(code.length / 2);
  const place = url.replace(/^https?:\/\//u, '').slice(0, -code.length);
  return (
    <div className="rounded-2xl border-2 border-dashed border-line bg-sunken px-4 py-3">
      <p className="text-sm text-ink-soft">{m.console_short_address()}</p>
      <p className="mt-1 break-words">
        <span className="font-semibold">{place}</span>
        <span className="block font-mono text-3xl font-bold tracking-[0.12em] whitespace-nowrap">
          {code.slice(0, half)}
          <span aria-hidden className="text-ink-soft">
            -
          </span>
          {code.slice(half)}
        </span>
      </p>
      <CopyButton
        text={url}
        label={m.console_copy_short_address()}
        copiedLabel={m.console_link_copied()}
        variant="plain"
        className="mt-2 -ml-3 text-sm"
      />
    </div>
  );
}

function Generate({ raffle }: { raffle: HostRaffle }) {
  const [isAsking, setAsking] = useState(false);
  const generate = useChange({
    act: ({ allow }: { allow: boolean }) =>
      allow
        ? call('PATCH', `/api/raffles/${raffle.id}/public-join`, { allow })
        : call('POST', `/api/raffles/${raffle.id}/public-link`),
    failedTitle: m.console_link_failed(),
    onDone: () => {
      setAsking(false);
      toast({
        title: m.console_link_generated(),
        description: m.console_link_generated_text(),
        tone: 'good',
      });
    },
  });
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{m.console_no_public_link()}</p>
      <Button
        pending={generate.isPending && !isAsking}
        onClick={() => {
          if (raffle.allow_public_join) generate.mutate({ allow: false });
          else setAsking(true);
        }}
      >
        {m.console_generate_link()}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.console_link_needs_join()}
        description={<p>{m.console_link_needs_join_text()}</p>}
        confirmLabel={m.console_link_with_join()}
        pending={generate.isPending && generate.variables.allow}
        onConfirm={() => generate.mutate({ allow: true })}
      >
        <Button
          variant="plain"
          className="mt-4"
          pending={generate.isPending && !generate.variables.allow}
          onClick={() => generate.mutate({ allow: false })}
        >
          {m.console_link_without_join()}
        </Button>
      </AlertDialog>
    </div>
  );
}

function PublicJoining({ raffle }: { raffle: HostRaffle }) {
  const change = useChange({
    act: (allow: boolean) => call('PATCH', `/api/raffles/${raffle.id}/public-join`, { allow }),
    onDone: (_answer, allow) => {
      toast(
        allow
          ? { title: m.console_join_enabled(), description: m.console_join_enabled_text(), tone: 'good' }
          : { title: m.console_join_disabled(), description: m.console_join_disabled_text() },
      );
    },
  });
  return (
    <Switch
      label={m.console_allow_public_join()}
      hint={raffle.allow_public_join ? m.console_public_join_on_hint() : m.console_public_join_off_hint()}
      checked={change.isPending ? change.variables : raffle.allow_public_join}
      disabled={change.isPending}
      onCheckedChange={(allow) => change.mutate(allow)}
    />
  );
}
