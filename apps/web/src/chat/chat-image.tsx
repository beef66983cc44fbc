/** An image in a line: small, enlarged by a press, and a placeholder when it cannot be shown. */
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { Dialog } from '../ui/dialog.tsx';

export function ChatImage({ path, name }: { path: string; name: string }) {
  const [isBroken, setBroken] = useState(false);
  const [isLarge, setLarge] = useState(false);
  if (isBroken) {
    return (
      <p className="flex items-center gap-2 rounded-xl bg-sunken px-3 py-4 text-ink-soft">
        <ImageOff aria-hidden className="size-5" />
        {m.chat_image_broken()}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={m.chat_image_enlarge({ name })}
        onClick={() => setLarge(true)}
        className="my-1 block overflow-hidden rounded-xl"
      >
        <img
          src={path}
          alt={m.chat_image_of({ name })}
          loading="lazy"
          onError={() => setBroken(true)}
          className="h-44 w-auto max-w-full object-cover"
        />
      </button>
      <Dialog open={isLarge} onOpenChange={setLarge} title={m.chat_image_of({ name })} width="wide">
        <img src={path} alt={m.chat_image_of({ name })} className="mx-auto max-h-[70dvh] w-auto" />
      </Dialog>
    </>
  );
}
