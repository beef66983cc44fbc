/** Choosing one image; what happens to it then is fetched with the first one. */
import { ImagePlus, Pause, Play, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { toast } from '../ui/toast.tsx';
import type { ImageUploader, UploadItem, UploadState } from './image-uploader.ts';

interface ImageUploadProps {
  raffleId: string;
  disabled: boolean;
  onUploaded: (path: string) => void;
}

const COMPLETE_SHOWN_MS = 1000;

export function ImageUpload({ raffleId, disabled, onUploaded }: ImageUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [item, setItem] = useState<UploadItem | undefined>();
  const [uploader, setUploader] = useState<ImageUploader | null>(null);
  const [isLoading, setLoading] = useState(false);
  // An image goes to the conversation that is shown when it is ready.
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
      const { createImageUploader } = await import('./image-uploader.ts');
      const made = createImageUploader(raffleId, {
        onItem: setItem,
        onRefused: showRefusal,
        onFailed: showFailure,
        onUploaded: (path) => latest.current(path),
      });
      if (isGone.current) return made.close();
      setUploader(made);
      made.add(file);
    } catch {
      showFailure();
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
        aria-label={m.chat_image_add()}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        aria-label={m.chat_image_add()}
        title={m.chat_image_note()}
        aria-busy={isLoading}
        disabled={disabled || isLoading || item !== undefined}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50"
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      {item !== undefined && uploader !== null && <UploadProgress item={item} uploader={uploader} />}
    </>
  );
}

function showRefusal(reason: 'type' | 'size'): void {
  if (reason === 'type') {
    toast({ title: m.chat_image_wrong_title(), description: m.chat_image_wrong(), tone: 'danger' });
  } else {
    toast({ title: m.chat_image_too_big(), description: m.chat_image_too_big_text(), tone: 'danger' });
  }
}

function showFailure(): void {
  toast({ title: m.chat_image_error_title(), description: m.chat_image_failed(), tone: 'danger' });
}

function UploadProgress({ item, uploader }: { item: UploadItem; uploader: ImageUploader }) {
  const { name, state, percent, preview, failure } = item;
  const isPaused = state === 'paused';
  return (
    <div className="absolute inset-x-3 bottom-20 flex items-center gap-3 rounded-2xl border border-line bg-card p-3 shadow-high">
      {preview !== undefined && (
        <img src={preview} alt="" className="size-14 shrink-0 rounded-lg bg-sunken object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate font-semibold">{name}</span>
          <span role="status" className="shrink-0 text-sm text-ink-soft">
            {stateText(state)}
          </span>
        </p>
        {failure === undefined ? (
          <ProgressBar label={m.chat_image_progress({ name })} percent={percent} />
        ) : (
          <p className="text-sm wrap-anywhere text-danger">{failure}</p>
        )}
      </div>
      {(isPaused || state === 'uploading') && (
        <Tool
          Sign={isPaused ? Play : Pause}
          label={isPaused ? m.chat_image_go_on() : m.chat_image_pause()}
          onPress={() => uploader.pauseOrResume()}
        />
      )}
      {state === 'error' && (
        <Tool Sign={RotateCw} label={m.chat_image_retry()} onPress={() => uploader.retry()} />
      )}
      {state !== 'complete' && (
        <Tool Sign={X} label={m.chat_image_cancel()} onPress={() => uploader.cancel()} />
      )}
    </div>
  );
}

function Tool({ Sign, label, onPress }: { Sign: typeof X; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sunken"
    >
      <Sign aria-hidden className="size-5" />
    </button>
  );
}

function stateText(state: UploadState): string {
  const texts = {
    waiting: m.chat_image_waiting,
    preprocessing: m.chat_image_preprocessing,
    uploading: m.chat_image_uploading,
    postprocessing: m.chat_image_postprocessing,
    complete: m.chat_image_complete,
    paused: m.chat_image_paused,
    error: m.chat_image_error,
  } as const;
  return texts[state]();
}
