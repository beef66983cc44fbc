/** The public link: copy it, switch public joining on and off, or make the link if there is none. */
import type { HostRaffle } from '@glassdrum/contract';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange } from './console-data.ts';

export function ShareDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={m.console_share_title()} description={raffle.title}>
      {raffle.public_url === null ? (
        <Generate raffleId={raffle.id} />
      ) : (
        <div className="grid gap-5">
          <Field label={m.console_public_link()}>
            <TextInput
              readOnly
              value={raffle.public_url}
              className="font-mono text-sm"
              onFocus={(event) => event.target.select()}
            />
          </Field>
          <CopyButton
            text={raffle.public_url}
            label={m.console_copy_to_clipboard()}
            copiedLabel={m.console_link_copied()}
            variant="primary"
          />
          <PublicJoining raffle={raffle} />
        </div>
      )}
    </Dialog>
  );
}

function Generate({ raffleId }: { raffleId: string }) {
  const generate = useChange({
    act: () => call('POST', `/api/raffles/${raffleId}/public-link`),
    failedTitle: m.console_link_failed(),
    onDone: () => {
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
      <Button pending={generate.isPending} onClick={() => generate.mutate()}>
        {m.console_generate_link()}
      </Button>
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
