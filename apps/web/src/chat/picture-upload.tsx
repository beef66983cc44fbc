/** Choosing and uploading one picture: its state and progress, a way to stop, and another try (seed §4, §5). */
import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { toast } from '../ui/toast.tsx';
import { uploadPicture, type UploadState } from './upload-picture.ts';

const MAX_BYTES = 10_485_760;

interface Item {
  file: File;
  state: UploadState;
  percent: number;
  failure: string | null;
}

interface PictureUploadProps {
  raffleId: string;
  disabled: boolean;
  onUploaded: (path: string) => void;
}

export function PictureUpload({ raffleId, disabled, onUploaded }: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [item, setItem] = useState<Item | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = (file: File): void => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setItem({ file, state: 'waiting', percent: 0, failure: null });
    const { signal } = controller;
    const onState = (state: UploadState, percent: number): void => {
      if (!signal.aborted) setItem({ file, state, percent, failure: null });
    };
    uploadPicture({ raffleId, file, signal, onState }).then(
      (path) => {
        setItem(null);
        onUploaded(path);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const failure = error instanceof Error ? error.message : m.chat_picture_failed();
        setItem({ file, state: 'error', percent: 0, failure });
        toast({ title: m.chat_picture_error_title(), description: m.chat_picture_failed(), tone: 'danger' });
      },
    );
  };
  const choose = (file: File | undefined): void => {
    if (file === undefined) return;
    if (!file.type.startsWith('image/')) {
      toast({ title: m.chat_picture_wrong_title(), description: m.chat_picture_wrong(), tone: 'danger' });
    } else if (file.size > MAX_BYTES) {
      toast({ title: m.chat_picture_too_big(), description: m.chat_picture_too_big_text(), tone: 'danger' });
    } else start(file);
  };
  const cancel = (): void => {
    running.current?.abort();
    setItem(null);
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
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        aria-label={m.chat_picture_add()}
        title={m.chat_picture_note()}
        disabled={disabled || item !== null}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50"
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      {item !== null && (
        <div className="absolute inset-x-3 bottom-20 rounded-2xl border border-line bg-card p-3 shadow-high">
          <p className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-semibold">{item.file.name}</span>
            <span role="status" className="text-sm text-ink-soft">
              {stateText(item.state)}
            </span>
            <button
              type="button"
              aria-label={m.chat_picture_cancel()}
              onClick={cancel}
              className="grid size-9 place-items-center rounded-lg hover:bg-sunken"
            >
              <X aria-hidden className="size-4" />
            </button>
          </p>
          {item.failure === null ? (
            <ProgressBar label={m.chat_picture_progress({ name: item.file.name })} percent={item.percent} />
          ) : (
            <p className="flex items-center justify-between gap-2 text-sm text-danger">
              {item.failure}
              <Button variant="quiet" onClick={() => start(item.file)}>
                {m.chat_try_again()}
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  );
}

function stateText(state: UploadState): string {
  const texts = {
    waiting: m.chat_picture_waiting,
    preprocessing: m.chat_picture_preprocessing,
    uploading: m.chat_picture_uploading,
    postprocessing: m.chat_picture_postprocessing,
    complete: m.chat_picture_complete,
    error: m.chat_picture_error,
  } as const;
  return texts[state]();
}
