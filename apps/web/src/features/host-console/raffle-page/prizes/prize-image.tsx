/** The image of a saved prize: unlike the rest of the editor it is stored at once (R6, R61). */
import type { HostPrize, HostPrizes } from '@glassdrum/contract';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { buttonLook } from '../../../../ui/button-look.ts';
import { toast } from '../../../../ui/toast.tsx';
import { useChange } from '../../console-data.ts';
import { chosenImage } from '../../form/chosen-image.ts';
import { IMAGE_TYPES } from '../../form/image-file.ts';
import { prizesPath, useSetPrizes } from './prizes-data.ts';

interface PrizeImageProps {
  raffleId: string;
  stored: HostPrize;
  /** What the prize is called. */
  prize: string;
}

export function PrizeImage({ raffleId, stored, prize }: PrizeImageProps) {
  const input = useRef<HTMLInputElement>(null);
  const setPrizes = useSetPrizes(raffleId);
  const change = useChange({
    act: (image: string | null) =>
      call<HostPrizes>('PUT', `${prizesPath(raffleId)}/${stored.id}/image`, { image_url: image }),
    failedTitle: m.raffle_prizes_image_failed(),
    onDone: (answer, image) => {
      void setPrizes(answer);
      toast({
        title: image === null ? m.raffle_prizes_image_removed() : m.raffle_prizes_image_saved(),
        tone: 'good',
      });
      // The button that removed it goes with it.
      if (image === null) input.current?.focus();
    },
  });
  const upload = async (file: File | undefined): Promise<void> => {
    if (file === undefined || change.isPending) return;
    const image = await chosenImage(file);
    if (image !== null) change.mutate(image);
  };
  const { image_url: image } = stored;
  return (
    <div role="group" aria-label={m.raffle_prizes_image_of({ prize })} className="grid gap-2">
      <p className="font-semibold">{m.raffle_prizes_image()}</p>
      {image !== null && (
        <img
          src={image}
          alt={m.raffle_prizes_image_of({ prize })}
          className="max-h-48 max-w-full justify-self-start rounded-xl border border-line"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <label
          className={buttonLook(
            'quiet',
            'cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand',
          )}
        >
          <ImagePlus aria-hidden className="size-5 shrink-0" />
          <span aria-live="polite">{uploadLabel(change.isPending, image)}</span>
          <input
            ref={input}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The same file can be chosen again.
              currentTarget.value = '';
              void upload(file);
            }}
          />
        </label>
        {image !== null && (
          <Button
            variant="plain"
            className="text-danger"
            pending={change.isPending}
            onClick={() => change.mutate(null)}
          >
            <Trash2 aria-hidden className="size-4.5" />
            {m.console_image_remove()}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">{m.raffle_prizes_image_hint()}</p>
    </div>
  );
}

function uploadLabel(isPending: boolean, image: string | null): string {
  if (isPending) return m.console_saving();
  return image === null ? m.raffle_prizes_image_choose() : m.console_image_replace();
}
