/** A link as a QR code: large enough for a projector, to be saved as SVG or PNG. Its code loads when one is shown. */
import { useEffect, useState } from 'react';
import { Download } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { downloadFile } from '../../../ui/download.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type * as QrMatrix from '../../../ui/qr-matrix.ts';

interface QrCodeProps {
  text: string;
  /** What the code leads to, for those who can't see it. */
  label: string;
  /** Without an ending. */
  fileName: string;
}

type QrTools = typeof QrMatrix;

export function QrCode({ text, label, fileName }: QrCodeProps) {
  const [tools, setTools] = useState<QrTools | null>(null);
  useEffect(() => {
    let over = false;
    void import('../../../ui/qr-matrix.ts').then((loaded) => {
      if (!over) setTools(loaded);
    });
    return () => {
      over = true;
    };
  }, []);
  if (tools === null) return <Skeleton className="aspect-square w-full max-w-88" />;
  const shape = tools.qrShape(text);
  const savePng = async (): Promise<void> => {
    const file = await tools.qrPng(shape);
    if (file !== null) downloadFile(`${fileName}.png`, file);
  };
  return (
    <div className="grid w-full max-w-88 gap-3">
      <QrImage size={shape.size} path={tools.qrPath(shape)} label={label} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="quiet"
          onClick={() => {
            downloadFile(`${fileName}.svg`, new Blob([tools.qrSvg(shape)], { type: 'image/svg+xml' }));
          }}
        >
          <Download aria-hidden className="size-4.5" />
          {m.console_qr_svg()}
        </Button>
        <Button variant="quiet" onClick={() => void savePng()}>
          <Download aria-hidden className="size-4.5" />
          {m.console_qr_png()}
        </Button>
      </div>
    </div>
  );
}

/** Black on white in both themes: scanners read nothing else as well. */
function QrImage({ size, path, label }: { size: number; path: string; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full rounded-2xl border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
