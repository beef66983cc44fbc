/** Makes the video of a draw from beginning to end (R76); its code and that of the encoder's library are loaded for nothing else. */
import * as frames from '@glassdrum/show/frames';
import { sceneLook } from '../preload-show.ts';
import { openVideoFrames, type VideoDraw } from './frame-painter.ts';
import { encodableCodec, type RecordedVideo, recordVideo, type VideoProgress } from './record-video.ts';
import { fetchVideoDraw } from './video-draw.ts';
import { loadVideoFonts, videoLook } from './video-look.ts';
import { VIDEO_SIZES, type VideoSize } from './video-plan.ts';

export interface VideoOrder {
  raffleId: string;
  drawId: string;
  several: boolean;
  size: VideoSize;
  /** Fades only, as for people who prefer less motion. */
  calm: boolean;
}

/** Null where this browser cannot encode a video of this size. @throws the signal's reason once it is aborted */
export async function makeVideo(
  order: VideoOrder,
  onProgress: (progress: VideoProgress) => void,
  signal: AbortSignal,
): Promise<RecordedVideo | null> {
  const codec = await encodableCodec(order.size);
  if (codec === null) return null;
  const draw = await fetchVideoDraw({ ...order, signal });
  const look = videoLook();
  await loadVideoFonts(look, lettersOf(draw));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, VIDEO_SIZES[order.size]);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No canvas.');
  const { theme } = sceneLook();
  const options = { context, size: VIDEO_SIZES[order.size], look, theme, calm: order.calm, yieldToMain };
  const video = await openVideoFrames(frames, draw, options);
  try {
    const { paint, length } = video;
    const { title } = draw.results;
    return await recordVideo(codec, {
      canvas,
      size: order.size,
      title,
      length,
      paint,
      onProgress,
      signal,
      yieldToMain,
    });
  } finally {
    video.dispose();
  }
}

function lettersOf({ results, entrants }: VideoDraw): string {
  const texts = [results.title, ...results.prizes.map(({ name }) => name ?? '')];
  const names = [
    ...results.winners.map((row) => row.display_name ?? ''),
    ...entrants.map(({ name }) => name),
  ];
  return [...new Set([...texts, ...names].join(''))].join('');
}

/** Unlike timers, messages are not slowed down in a tab that nobody looks at. */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
