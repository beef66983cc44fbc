/** The raffle's image: choose, drop or paste one, see it, and remove it again (R6). */
import { useEffect, useId, useState } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { chosenImage } from './chosen-image.ts';
import { IMAGE_TYPES } from './image-file.ts';
import type { RaffleImage } from './raffle-form.ts';

interface ImageFieldProps {
  image: RaffleImage | null;
  error: string | undefined;
  onChange: (image: RaffleImage | null) => void;
}

export function ImageField({ image, error, onChange }: ImageFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const upload = await chosenImage(file);
    if (upload === null) return;
    // A data URL of twenty megabytes is slow to show; the file itself is not.
    onChange({ shown: URL.createObjectURL(file), upload });
  };
  usePastedImage((file) => void take(file));

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-1.5">
      <span id={`${id}-label`} className="font-semibold">
        {m.console_field_image()}
      </span>
      <label
        className={classNames(
          'relative grid cursor-pointer place-items-center overflow-hidden rounded-2xl border-2 border-dashed text-center transition-colors duration-(--fast) focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand hover:border-ink',
          over ? 'border-brand bg-brand-soft' : 'border-line-strong bg-sunken',
          image === null ? 'min-h-36 px-4 py-5' : 'aspect-[1200/630]',
        )}
      >
        {image === null ? (
          <span className="grid justify-items-center gap-1.5">
            <ImagePlus aria-hidden className="size-8 text-brand" strokeWidth={1.5} />
            <span className="font-semibold">{m.console_image_choose()}</span>
            <span className="text-sm text-ink-soft">{m.console_image_hint()}</span>
          </span>
        ) : (
          <img src={image.shown} alt={m.console_image_preview()} className="size-full object-cover" />
        )}
        <input
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label={image === null ? m.console_image_choose() : m.console_image_replace()}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            // A drop on a file field is a choice as well.
            const file = event.target.files?.[0];
            event.target.value = '';
            void take(file);
          }}
        />
      </label>
      {image !== null && (
        <Button variant="plain" className="justify-self-start text-danger" onClick={() => onChange(null)}>
          <Trash2 aria-hidden className="size-4.5" />
          {m.console_image_remove()}
        </Button>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** An image from the clipboard, wherever in the form it is pasted; text is left to the field that has the focus. */
function usePastedImage(take: (file: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (file === undefined) return;
      event.preventDefault();
      take(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}
