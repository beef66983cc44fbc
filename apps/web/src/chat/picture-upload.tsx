/** Choosing one picture; what happens to it then is fetched with the first one. */
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { toast } from '../ui/toast.tsx';
import type { PictureUploader, UploadItem } from './picture-uploader.ts';
import { UploadItemView } from './upload-item-view.tsx';

interface PictureUploadProps {
  raffleId: string;
  disabled: boolean;
  onUploaded: (path: string) => void;
}

const COMPLETE_SHOWN_MS = 1000;

export function PictureUpload({ raffleId, disabled, onUploaded }: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [item, setItem] = useState<UploadItem | undefined>();
  const [uploader, setUploader] = useState<PictureUploader | null>(null);
  const [isLoading, setLoading] = useState(false);
  // A picture goes to the conversation that is shown when it is ready.
  const latest = useRef(onUploaded);
  const isGone = useRef(false);
  useEffect(() => {
    latest.current = onUploaded;
  }, [onUploaded]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      uploader?.close();
    };
  }, [uploader]);
  const isComplete = item?.state === 'complete';
  useEffect(() => {
    if (!isComplete) return undefined;
    const timer = setTimeout(() => uploader?.cancel(), COMPLETE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isComplete, uploader]);

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (uploader !== null) return uploader.add(file);
    setLoading(true);
    try {
      const { createPictureUploader } = await import('./picture-uploader.ts');
      const made = createPictureUploader(raffleId, {
        onItem: setItem,
        onRefused: tellRefused,
        onFailed: tellFailed,
        onUploaded: (path) => latest.current(path),
      });
      if (isGone.current) return made.close();
      setUploader(made);
      made.add(file);
    } catch {
      tellFailed();
    } finally {
      setLoading(false);
    }
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={m.chat_picture_add()}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        aria-label={m.chat_picture_add()}
        title={m.chat_picture_note()}
        aria-busy={isLoading}
        disabled={disabled || isLoading || item !== undefined}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50"
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      {item !== undefined && uploader !== null && <UploadItemView item={item} uploader={uploader} />}
    </>
  );
}

function tellRefused(reason: 'type' | 'size'): void {
  if (reason === 'type') {
    toast({ title: m.chat_picture_wrong_title(), description: m.chat_picture_wrong(), tone: 'danger' });
  } else {
    toast({ title: m.chat_picture_too_big(), description: m.chat_picture_too_big_text(), tone: 'danger' });
  }
}

function tellFailed(): void {
  toast({ title: m.chat_picture_error_title(), description: m.chat_picture_failed(), tone: 'danger' });
}
