/** R73: what a winner shows at the desk or to the host to get a prize: a QR code, and the same for typing. */
import type { OwnClaim } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { QrImage } from '../../ui/qr-image.tsx';

interface CollectCodeProps {
  raffleId: string;
  code: OwnClaim['code'];
}

export function CollectCode({ raffleId, code: { scanned, typed } }: CollectCodeProps) {
  // Who scans it with another app than the desk sees the results.
  const url = `${window.location.origin}/results/${raffleId}#winner=${scanned}`;
  return (
    <div className="mt-4 grid grid-cols-[7rem_1fr] items-center gap-x-4 rounded-xl bg-sunken p-3 sm:grid-cols-[9rem_1fr]">
      <QrImage text={url} label={m.claims_own_code()} className="w-full" />
      <div className="min-w-0">
        <p className="font-semibold">{m.claims_own_code()}</p>
        <p
          data-winner-code
          className="font-display text-xl font-extrabold whitespace-nowrap tabular-nums sm:text-2xl"
        >
          {typed}
        </p>
        <p className="text-sm text-ink-soft">{m.claims_own_code_text()}</p>
      </div>
    </div>
  );
}
