/** A picture on its way: what it is, how far it is, and pausing, giving up or trying again. */
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { PictureUploader, UploadItem, UploadState } from './picture-uploader.ts';

export function UploadItemView({ item, uploader }: { item: UploadItem; uploader: PictureUploader }) {
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
          <ProgressBar label={m.chat_picture_progress({ name })} percent={percent} />
        ) : (
          <p className="text-sm wrap-anywhere text-danger">{failure}</p>
        )}
      </div>
      {(isPaused || state === 'uploading') && (
        <Tool
          Sign={isPaused ? Play : Pause}
          label={isPaused ? m.chat_picture_go_on() : m.chat_picture_pause()}
          onPress={() => uploader.pauseOrGoOn()}
        />
      )}
      {state === 'error' && (
        <Tool Sign={RotateCw} label={m.chat_picture_retry()} onPress={() => uploader.retry()} />
      )}
      {state !== 'complete' && (
        <Tool Sign={X} label={m.chat_picture_cancel()} onPress={() => uploader.cancel()} />
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
    waiting: m.chat_picture_waiting,
    preprocessing: m.chat_picture_preprocessing,
    uploading: m.chat_picture_uploading,
    postprocessing: m.chat_picture_postprocessing,
    complete: m.chat_picture_complete,
    paused: m.chat_picture_paused,
    error: m.chat_picture_error,
  } as const;
  return texts[state]();
}
