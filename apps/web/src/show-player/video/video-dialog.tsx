/**
 * The video of a draw, made in the host's browser (R76): choose its size, watch how far it is, cancel, look at it and save it. Nothing of
 * it leaves this device by itself.
 */
import { Download, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useWakeLock } from '../../live/use-wake-lock.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadFile } from '../../ui/download.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Switch } from '../../ui/switch.tsx';
import { sceneLook } from '../preload-show.ts';
import type { RecordedVideo, VideoProgress } from './record-video.ts';
import { videoFileName, type VideoSize, VIDEO_SIZES } from './video-plan.ts';

export interface VideoDialogProps {
  raffleId: string;
  drawId: string;
  /** Whether the raffle has several draws (R69). */
  several: boolean;
  title: string;
  onClose: () => void;
}

type State =
  | { step: 'choose'; note: 'cancelled' | 'failed' | 'unsupported' | null }
  | { step: 'recording'; progress: VideoProgress; isAsking: boolean }
  | { step: 'done'; video: RecordedVideo; url: string };

export function VideoDialog({ raffleId, drawId, several, title, onClose }: VideoDialogProps) {
  const [size, setSize] = useState<VideoSize>('square');
  const [isCalm, setCalm] = useState(() => sceneLook().calm);
  const [state, setState] = useState<State>({ step: 'choose', note: null });
  const running = useRef<AbortController | null>(null);
  useWakeLock(state.step === 'recording');
  useEffect(() => () => running.current?.abort(), []);
  const url = state.step === 'done' ? state.url : null;
  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const record = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setState({ step: 'recording', progress: { share: 0, bytes: 0 }, isAsking: false });
    let shown = 0;
    const onProgress = (progress: VideoProgress): void => {
      const percent = Math.floor(progress.share * 100);
      if (percent === shown) return;
      shown = percent;
      setState((now) => (now.step === 'recording' ? { ...now, progress } : now));
    };
    try {
      const { makeVideo } = await import('./make-video.ts');
      const order = { raffleId, drawId, several, size, calm: isCalm };
      const video = await makeVideo(order, onProgress, abort.signal);
      if (video === null) setState({ step: 'choose', note: 'unsupported' });
      else setState({ step: 'done', video, url: URL.createObjectURL(video.file) });
    } catch {
      setState({ step: 'choose', note: abort.signal.aborted ? 'cancelled' : 'failed' });
    }
  };

  const close = (): void => {
    // Minutes of work are not thrown away by a press beside the window.
    if (state.step === 'recording') setState({ ...state, isAsking: true });
    else onClose();
  };

  return (
    <Dialog open onOpenChange={close} title={m.video_title()} description={m.video_text()}>
      {state.step === 'choose' && (
        <Choice
          note={state.note}
          size={size}
          isCalm={isCalm}
          onSize={setSize}
          onCalm={setCalm}
          onRecord={() => void record()}
        />
      )}
      {state.step === 'recording' && (
        <Recording
          {...state}
          onContinue={() => setState({ ...state, isAsking: false })}
          onCancel={() => running.current?.abort()}
        />
      )}
      {state.step === 'done' && (
        <Done
          video={state.video}
          url={state.url}
          name={videoFileName(title, size, state.video.ending)}
          isWide={size === 'wide'}
          onAgain={() => setState({ step: 'choose', note: null })}
        />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  note: 'cancelled' | 'failed' | 'unsupported' | null;
  size: VideoSize;
  isCalm: boolean;
  onSize: (size: VideoSize) => void;
  onCalm: (isCalm: boolean) => void;
  onRecord: () => void;
}

function Choice({ note, size, isCalm, onSize, onCalm, onRecord }: ChoiceProps) {
  const id = useId();
  const choices = [
    { value: 'square', name: m.video_square(), text: m.video_square_text() },
    { value: 'wide', name: m.video_wide(), text: m.video_wide_text() },
  ] as const;
  return (
    <div className="grid gap-5">
      {note !== null && <Note note={note} />}
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 font-display text-lg font-bold">{m.video_size()}</legend>
        {choices.map(({ value, name, text }) => (
          <label
            key={value}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-xl border border-line-strong px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name={id}
              checked={size === value}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-text`}
              className="size-5 accent-(--brand)"
              onChange={() => onSize(value)}
            />
            <span className="min-w-0">
              <span id={`${id}-${value}`} className="block font-semibold">
                {name}
              </span>
              <span id={`${id}-${value}-text`} className="block text-sm text-ink-soft">
                {text}
              </span>
            </span>
            <span
              aria-hidden
              className="h-9 rounded-md border-2 border-line-strong bg-sunken"
              style={{ aspectRatio: VIDEO_SIZES[value].width / VIDEO_SIZES[value].height }}
            />
          </label>
        ))}
      </fieldset>
      <Switch label={m.video_calm()} hint={m.video_calm_text()} checked={isCalm} onCheckedChange={onCalm} />
      <Button className="w-full" onClick={onRecord}>
        {m.video_make()}
      </Button>
    </div>
  );
}

function Note({ note }: { note: 'cancelled' | 'failed' | 'unsupported' }) {
  const texts = {
    cancelled: m.video_cancelled,
    failed: m.video_failed,
    unsupported: m.video_unsupported,
  } as const;
  return (
    <p
      role={note === 'cancelled' ? 'status' : 'alert'}
      className={
        note === 'cancelled'
          ? 'rounded-2xl bg-sunken px-4 py-3'
          : 'rounded-2xl bg-warn-soft px-4 py-3 text-warn'
      }
    >
      {texts[note]()}
    </p>
  );
}

interface RecordingProps {
  progress: VideoProgress;
  isAsking: boolean;
  onContinue: () => void;
  onCancel: () => void;
}

function Recording({ progress, isAsking, onContinue, onCancel }: RecordingProps) {
  const percent = Math.floor(progress.share * 100);
  return (
    <div className="grid gap-4">
      <p role="status" className="font-display text-lg font-bold">
        {m.video_making()}
      </p>
      <ProgressBar label={m.video_progress()} percent={percent} tone="brand" />
      <p className="flex justify-between gap-4 tabular-nums">
        <span>{m.video_percent({ percent })}</span>
        <span className="text-ink-soft">{sizeText(progress.bytes)}</span>
      </p>
      <p className="text-ink-soft">{m.video_keep_open()}</p>
      {isAsking ? (
        <div role="alert" className="grid gap-3 rounded-2xl bg-sunken p-4">
          <p>{m.video_stop_question()}</p>
          <div className="flex flex-wrap gap-3 *:grow">
            <Button variant="quiet" onClick={onContinue}>
              {m.video_continue()}
            </Button>
            <Button variant="danger" onClick={onCancel}>
              {m.video_stop()}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="quiet" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      )}
    </div>
  );
}

interface DoneProps {
  video: RecordedVideo;
  url: string;
  name: string;
  isWide: boolean;
  onAgain: () => void;
}

function Done({ video, url, name, isWide, onAgain }: DoneProps) {
  return (
    <div className="grid gap-4">
      <p role="status" className="font-display text-lg font-bold">
        {m.video_done()}
      </p>
      <video
        src={url}
        controls
        muted
        playsInline
        aria-label={m.video_preview()}
        className="mx-auto max-h-[45dvh] w-full rounded-2xl bg-sunken"
        style={{ aspectRatio: isWide ? 16 / 9 : 1 }}
      />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <span className="text-ink-soft tabular-nums">{sizeText(video.file.size)}</span>
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button variant="quiet" onClick={onAgain}>
          <RotateCcw aria-hidden className="size-4.5" />
          {m.video_again()}
        </Button>
        <Button onClick={() => downloadFile(name, video.file)}>
          <Download aria-hidden className="size-4.5" />
          {m.video_save()}
        </Button>
      </div>
    </div>
  );
}

/** In MB with one digit: a video has some ten of them. */
function sizeText(bytes: number): string {
  const shown = (bytes / 1_000_000).toLocaleString(undefined, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return m.video_megabytes({ size: shown });
}
