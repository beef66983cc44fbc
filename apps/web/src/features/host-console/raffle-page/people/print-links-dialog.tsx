/** Personal links of selected people on paper (R66): slips to cut and hand out, each with its QR code. */
import { useEffect, useMemo, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type * as QrMatrix from '../../../../ui/qr-matrix.ts';
import { useLightPrint } from '../../../../ui/use-light-print.ts';
import { counted } from '../../counted.ts';
import type { Person } from './people.ts';
import { MOST_SLIPS, type Slip, slipsOf } from './printed-links.ts';

interface PrintLinksDialogProps {
  raffle: HostRaffle;
  people: readonly Person[];
  onClose: () => void;
}

type Shapes = typeof QrMatrix;

export function PrintLinksDialog({ raffle, people, onClose }: PrintLinksDialogProps) {
  useLightPrint();
  const { slips, without } = useMemo(() => slipsOf(people), [people]);
  const [shapes, setShapes] = useState<Shapes | null>(null);
  useEffect(() => {
    let over = false;
    const load = async (): Promise<void> => {
      const loaded = await import('../../../../ui/qr-matrix.ts');
      if (!over) setShapes(loaded);
    };
    // The button stays off without it.
    load().catch(() => undefined);
    return () => {
      over = true;
    };
  }, []);
  const isTooMany = slips.length > MOST_SLIPS;
  const canPrint = shapes !== null && slips.length > 0 && !isTooMany;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.people_print_title()}
      description={m.people_print_text()}
      footer={
        <div className="flex justify-end max-sm:*:flex-1">
          <Button disabled={!canPrint} onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {m.people_print()}
          </Button>
        </div>
      }
    >
      <div className="grid gap-2">
        <p className="font-semibold tabular-nums">{counted(m.people_print_ready, slips.length)}</p>
        {without > 0 && <p className="text-ink-soft">{counted(m.people_print_without, without)}</p>}
        {isTooMany && (
          <p role="alert" className="font-semibold text-danger">
            {m.people_print_too_many({ max: MOST_SLIPS })}
          </p>
        )}
      </div>
      {canPrint &&
        createPortal(
          <div className="print-sheet">
            <ol className="grid min-w-[180mm] grid-cols-2">
              {slips.map((slip) => (
                <PrintedSlip key={slip.id} title={raffle.title} slip={slip} shapes={shapes} />
              ))}
            </ol>
          </div>,
          document.body,
        )}
    </Dialog>
  );
}

interface PrintedSlipProps {
  title: string;
  slip: Slip;
  shapes: Shapes;
}

/** Its sizes are those of paper. */
function PrintedSlip({ title, slip: { name, number, url }, shapes: { qrPath, qrShape } }: PrintedSlipProps) {
  const shape = qrShape(url);
  return (
    <li className="flex h-[60mm] break-inside-avoid items-center gap-[4mm] overflow-hidden border border-dashed border-line-strong p-[5mm]">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-[9pt] wrap-anywhere text-ink-soft">{title}</p>
        <p className="mt-[1mm] line-clamp-3 font-display text-[13pt] leading-tight font-bold wrap-anywhere">
          {name}
        </p>
        {number !== null && (
          <p className="mt-[1mm] text-[10pt] font-semibold tabular-nums">
            {m.people_print_number({ number })}
          </p>
        )}
        <p className="mt-[2mm] text-[8pt]">
          {number === null ? m.people_print_invited() : m.people_print_entered()}
        </p>
      </div>
      <svg
        role="img"
        aria-label={m.people_print_code({ name })}
        viewBox={`0 0 ${shape.size} ${shape.size}`}
        shapeRendering="crispEdges"
        className="size-[38mm] shrink-0"
      >
        <path fill="#000" d={qrPath(shape)} />
      </svg>
    </li>
  );
}
