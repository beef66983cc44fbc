/**
 * Everything that is set about a raffle, in one place (R60): of a draft to be edited, afterwards shown with why it is fixed; and
 * what stays free: the claim form (R74), the public link, how people join, and the chat.
 */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { Card } from '../../../../ui/card.tsx';
import type { DialogKind } from '../../console-dialogs.tsx';
import { hostCan, hostMay } from '../../host-actions.ts';
import { RecurrenceCard } from '../../recurrence/recurrence-card.tsx';
import { EmbedCard } from '../../share/embed/embed-card.tsx';
import { ShareSettings } from '../../share/share-dialog.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { ClaimFormCard } from './claim-form/claim-form-card.tsx';
import { DraftSettings } from './draft-settings.tsx';
import { FixedSettings } from './fixed-settings.tsx';

interface SettingsSectionProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function SettingsSection({ raffle, onDialog }: SettingsSectionProps) {
  return (
    <section aria-labelledby="settings" className="grid grid-cols-1 gap-6">
      <h2 id="settings" className="text-2xl">
        {m.raffle_settings()}
      </h2>
      {hostCan(raffle, 'edit') ? (
        <DraftSettings raffle={raffle} />
      ) : (
        <FixedSettings raffle={raffle} onDialog={onDialog} />
      )}
      <ClaimFormCard raffle={raffle} />
      <RecurrenceCard raffle={raffle} />
      {hostMay(raffle, 'share_public_link') && (
        <Card className="grid gap-5">
          <h3 className="text-xl">{m.raffle_settings_links()}</h3>
          <ShareSettings raffle={raffle} />
        </Card>
      )}
      {raffle.cleaned_at === null && hostMay(raffle, 'share_embed') && <EmbedCard raffle={raffle} />}
      {raffle.cleaned_at === null && hostMay(raffle, 'moderate_chat') && (
        <ChatSettings raffleId={raffle.id} />
      )}
    </section>
  );
}
