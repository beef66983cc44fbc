/** The public link and its QR code, to be shown or copied at once; everything else about sharing is in its dialog. */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { slugOf } from '../../../../ui/slug.ts';
import { DraftLinksNote } from '../../draft-links-note.tsx';
import { hostCan, hostMay, rafflePhase } from '../../host-actions.ts';
import { QrCode } from '../../share/qr-code.tsx';

interface ShareCardProps {
  raffle: HostRaffle;
  onSettings: () => void;
}

export function ShareCard({ raffle, onSettings }: ShareCardProps) {
  const { public_url: url } = raffle;
  return (
    <Card className="grid gap-4">
      <h3 className="text-xl">{m.console_public_link()}</h3>
      {rafflePhase(raffle) === 'draft' && <DraftLinksNote />}
      {url === null && hostCan(raffle, 'change_public_link') && (
        <p className="text-ink-soft">{m.console_no_public_link()}</p>
      )}
      {url !== null && (
        <>
          <div className="grid justify-items-center">
            <QrCode
              text={url}
              label={m.console_qr_public()}
              fileName={`join-${slugOf(raffle.title, 'link')}`}
            />
          </div>
          <p className="font-mono text-sm wrap-anywhere text-ink-soft select-all">{url}</p>
          <CopyButton text={url} label={m.console_copy_link()} copiedLabel={m.console_link_copied()} />
        </>
      )}
      {hostMay(raffle, 'share_public_link') && (
        <Button variant="quiet" onClick={onSettings}>
          {m.raffle_share_settings()}
        </Button>
      )}
    </Card>
  );
}
