/** A link as a QR code that fills its place; what makes it is loaded when one is shown. */
import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';

interface QrImageProps {
  text: string;
  /** What the code leads to, for those who can't see it. */
  label: string;
  className?: string;
}

interface Shape {
  size: number;
  path: string;
}

export function QrImage({ text, label, className }: QrImageProps) {
  const [shape, setShape] = useState<Shape | null>(null);
  useEffect(() => {
    let over = false;
    const make = async (): Promise<void> => {
      const { qrPath, qrShape } = await import('./qr-matrix.ts');
      const made = qrShape(text);
      if (!over) setShape({ size: made.size, path: qrPath(made) });
    };
    // Without it the short address beside it still leads there.
    make().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [text]);
  const { size, path } = shape ?? { size: 1, path: '' };
  return (
    // Black on white in both themes: scanners read nothing else as well.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('aspect-square rounded-2xl', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
