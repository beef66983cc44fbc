/** R78: on the own page, what others read instead of the whole name; and publishing less from now on. */
import type { PublicRaffle } from '@glassdrum/contract';
import { lowerPublications, publishedName } from '@glassdrum/raffle-rules';
import { lazy } from 'react';
import { m } from '../../messages/generated/messages.js';
import { useOwnEntry } from '../entry/use-own-entry.ts';
import { DialogButton } from '../leaving/dialog-button.tsx';

const LowerNameDialog = lazy(async () => ({
  default: (await import('./lower-name-dialog.tsx')).LowerNameDialog,
}));

export function OwnName({ raffle }: { raffle: PublicRaffle }) {
  const own = useOwnEntry(raffle.id).data ?? null;
  if (own === null) return null;
  const lower = lowerPublications(raffle.name_publications, own.name_publication);
  const name = publishedName(own) ?? '';
  if (lower.length === 0 && own.name_publication === 'full') return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 text-center">
      <p className="min-w-0 wrap-anywhere text-ink-soft">
        {m.names_others_read()} <bdi className="font-semibold text-ink">{name}</bdi>
      </p>
      {lower.length > 0 && (
        <DialogButton
          label={m.names_show_less()}
          renderDialog={(controls) => (
            <LowerNameDialog raffleId={raffle.id} own={own} lower={lower} {...controls} />
          )}
        />
      )}
    </div>
  );
}
