/** One person's link as a QR code, for showing it to them from this screen. */
import type { Invitation } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { slugOf } from '../../../ui/slug.ts';
import { QrCode } from './qr-code.tsx';

interface QrDialogProps {
  invitation: Pick<Invitation, 'display_name'> & { url: string };
  onClose: () => void;
}

export function QrDialog({ invitation: { display_name: name, url }, onClose }: QrDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.console_qr_of({ name })}
      description={m.console_qr_personal()}
    >
      <div className="grid justify-items-center gap-4">
        <QrCode
          text={url}
          label={m.console_qr_of({ name })}
          fileName={`invitation-${slugOf(name, 'link')}`}
        />
        <CopyButton text={url} label={m.console_copy_link()} />
      </div>
    </Dialog>
  );
}
