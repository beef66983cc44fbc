/** The camera of the desk (R67): reads the QR code of the one ticket in sight, once while it stays in the picture. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CameraOff, RotateCcw } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { type View, viewOf } from '../../api/ticket-address.ts';

interface TicketScannerProps {
  /** What to hold into the picture. */
  text: string;
  /** The token in a QR code's text; null for a code of something else. */
  tokenIn: (text: string) => string | null;
  onToken: (token: string) => void;
  /** Begins anew with another scanner. */
  onAgain: () => void;
  onStop: () => void;
}

const LOOK_EVERY_MS = 200;
/** A code that was out of the picture for so long is a new ticket held up. */
const AGAIN_AFTER_MS = 4000;

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

/** The same reader in every browser, served by this installation; fetched when somebody scans. */
async function createDetector(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector({ formats: ['qr_code'] });
}

/** Why there is no picture, in words that say what to do. */
function problemOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return m.desk_scan_denied();
    case 'NotFoundError':
    case 'OverconstrainedError':
      return m.desk_scan_none();
    case 'NotReadableError':
    case 'AbortError':
      return m.desk_scan_busy();
    default:
      return m.desk_scan_failed();
  }
}

export function TicketScanner({ text, tokenIn, onToken, onAgain, onStop }: TicketScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shows, setShows] = useState<View['shows']>('nothing');
  const seen = useRef(new Map<string, number>());

  const onCodes = useEffectEvent((texts: readonly string[]) => {
    const now = performance.now();
    const view = viewOf(texts, tokenIn);
    setShows(view.shows);
    if (view.shows !== 'ticket') return;
    const last = seen.current.get(view.token);
    seen.current.set(view.token, now);
    if (last === undefined || now - last >= AGAIN_AFTER_MS) onToken(view.token);
  });

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function look(detector: Detector, picture: HTMLVideoElement): Promise<void> {
      const codes = await detector.detect(picture).catch(() => []);
      if (isOver) return;
      onCodes(codes.map(({ rawValue }) => rawValue));
      timer = setTimeout(() => void look(detector, picture), LOOK_EVERY_MS);
    }

    async function begin(): Promise<void> {
      // Absent where a page is served without TLS, whatever its type says.
      const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
      if (mediaDevices === undefined) {
        setProblem(m.desk_scan_insecure());
        return;
      }
      try {
        const camera = await mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        stream = camera;
        const detector = await createDetector();
        const picture = video.current;
        if (isOver || picture === null) {
          stop();
          return;
        }
        picture.srcObject = camera;
        await picture.play();
        await look(detector, picture);
      } catch (error) {
        if (isOver) return;
        stop();
        setProblem(problemOf(error));
      }
    }

    function stop(): void {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }

    void begin();
    return stop;
  }, []);

  return (
    <div className="grid grid-cols-1 gap-3">
      {problem === null ? (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label={m.desk_scan()}
            className="aspect-square w-full rounded-2xl bg-sunken object-cover"
          />
          <p className="text-ink-soft">{text}</p>
          {(shows === 'other' || shows === 'several') && (
            <p role="alert" className="font-semibold text-danger">
              {shows === 'several' ? m.desk_scan_several() : m.desk_scan_other()}
            </p>
          )}
        </>
      ) : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3 *:grow">
        {problem !== null && (
          <Button onClick={onAgain}>
            <RotateCcw aria-hidden className="size-5" />
            {m.desk_scan_again()}
          </Button>
        )}
        <Button variant="quiet" onClick={onStop}>
          <CameraOff aria-hidden className="size-5" />
          {problem === null ? m.desk_scan_stop() : m.desk_scan_close()}
        </Button>
      </div>
    </div>
  );
}
