/** A receiver's new secret, shown this once (R85). */
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextToCopy } from '../../../ui/field.tsx';

interface SecretDialogProps {
  /** Of the receiver. */
  name: string;
  secret: string;
  onClose: () => void;
}

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.webhooks_secret_title({ name })}
      description={m.webhooks_secret_text()}
    >
      <div className="grid gap-5">
        <div className="grid gap-3 rounded-2xl bg-good-soft p-4">
          <Field label={m.webhooks_secret()}>
            <TextToCopy value={secret} />
          </Field>
          <CopyButton text={secret} label={m.webhooks_secret_copy()} className="justify-self-start" />
        </div>
        <Button className="sm:justify-self-end" onClick={onClose}>
          {m.webhooks_secret_done()}
        </Button>
      </div>
    </Dialog>
  );
}
