/**
 * Encodes a video of a draw in this browser (R76), with its own encoders (WebCodecs): frame by frame, so that a slow machine takes longer
 * and the video stays as long as the show. H.264 in MP4 where the browser has it, which every phone plays; else VP9 or VP8 in WebM.
 */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny';
import { FRAMES_PER_SECOND, framesOf, VIDEO_SIZES, type VideoSize } from './video-plan.ts';

const CODECS = ['avc', 'vp9', 'vp8'] as const;
type Codec = (typeof CODECS)[number];

export interface RecordedVideo {
  file: Blob;
  /** Without a dot. */
  ending: 'mp4' | 'webm';
}

export interface VideoProgress {
  /** 0..1 of the frames. */
  share: number;
  /** Encoded so far. */
  bytes: number;
}

interface Recording {
  canvas: HTMLCanvasElement;
  size: VideoSize;
  title: string;
  /** Milliseconds. */
  length: number;
  /** @param at milliseconds from the beginning */
  paint: (at: number) => void;
  onProgress: (progress: VideoProgress) => void;
  /** Ends it; the promise is rejected with its reason. */
  signal: AbortSignal;
  /** Between frames: lets the page answer. */
  yieldToMain: () => Promise<void>;
}

/** Null where this browser cannot encode videos of this size. */
export async function encodableCodec(size: VideoSize): Promise<Codec | null> {
  if (!('VideoEncoder' in globalThis)) return null;
  const found = await getFirstEncodableVideoCodec([...CODECS], {
    ...VIDEO_SIZES[size],
    frameRate: FRAMES_PER_SECOND,
  });
  return CODECS.find((codec) => codec === found) ?? null;
}

/** @param codec from `encodableCodec` @throws the signal's reason once it is aborted, and what the encoder throws */
export async function recordVideo(codec: Codec, recording: Recording): Promise<RecordedVideo> {
  const { canvas, length, paint, onProgress, signal, yieldToMain } = recording;
  const ending = codec === 'avc' ? 'mp4' : 'webm';
  const target = new BufferTarget();
  const format = ending === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  let bytes = 0;
  const source = new CanvasSource(canvas, {
    codec,
    quality: new Quality('high'),
    keyFrameInterval: 2,
    onEncodedPacket: ({ byteLength }) => {
      bytes += byteLength;
    },
  });
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  output.setMetadataTags({ title: recording.title });
  try {
    await output.start();
    const frames = framesOf(length);
    for (const [index, { at, duration }] of frames.entries()) {
      signal.throwIfAborted();
      paint(at);
      await source.add(at / 1000, duration / 1000);
      onProgress({ share: (index + 1) / frames.length, bytes });
      await yieldToMain();
    }
    signal.throwIfAborted();
    await output.finalize();
  } catch (failure) {
    await output.cancel();
    throw failure;
  }
  const type = ending === 'mp4' ? 'video/mp4' : 'video/webm';
  if (target.buffer === null) throw new Error('A finished file has its bytes.');
  return { file: new Blob([target.buffer], { type }), ending };
}
