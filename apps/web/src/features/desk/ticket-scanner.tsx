/** The camera of the desk (R67): reads the QR codes of tickets, each once while it stays in the picture. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CameraOff } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { ticketTokenIn } from './ticket-address.ts';

interface TicketScannerProps {
  onToken: (token: string) => void;
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

export function TicketScanner({ onToken, onStop }: TicketScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const seen = useRef(new Map<string, number>());

  const onCodes = useEffectEvent((texts: readonly string[]) => {
    const now = performance.now();
    for (const text of texts) {
      const token = ticketTokenIn(text);
      const last = seen.current.get(text);
      seen.current.set(text, now);
      setOther(token === null);
      if (token === null || (last !== undefined && now - last < AGAIN_AFTER_MS)) continue;
      navigator.vibrate?.(60);
      onToken(token);
    }
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
        const [detector, camera] = await Promise.all([
          createDetector(),
          mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
        ]);
        stream = camera;
        const picture = video.current;
        if (isOver || picture === null) {
          stop();
          return;
        }
        picture.srcObject = camera;
        await picture.play();
        await look(detector, picture);
      } catch {
        if (!isOver) setProblem(m.desk_scan_denied());
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
          <p className="text-ink-soft">{m.desk_scan_text()}</p>
          {isOther && (
            <p role="alert" className="text-danger">
              {m.desk_scan_other()}
            </p>
          )}
        </>
      ) : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <Button variant="quiet" onClick={onStop}>
        <CameraOff aria-hidden className="size-5" />
        {m.desk_scan_stop()}
      </Button>
    </div>
  );
}
