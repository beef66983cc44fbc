/** R41 on the joined device: a code that another device redeems, once, within ten minutes. */
import type { ContinueCodeAnswer } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { useContinueRequests } from '../../live/visitor-messages.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrImage } from '../../ui/qr-image.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeText } from './code-text.tsx';
import { makeContinueCode } from './continue-calls.ts';
import { timeOfDay } from './continue-here.tsx';

interface ContinueElsewhereDialogProps {
  raffleId: string;
  onClose: () => void;
}

export function ContinueElsewhereDialog({ raffleId, onClose }: ContinueElsewhereDialogProps) {
  const making = useMutation<ContinueCodeAnswer, CallFailed>({
    mutationFn: () => makeContinueCode(raffleId),
  });
  const { mutate: make } = making;
  useEffect(() => make(), [make]);
  const code = making.data ?? null;
  const isUsed = useIsUsed(raffleId, code);
  return (
    <Dialog open onOpenChange={onClose} title={m.continue_elsewhere()}>
      <div className="grid justify-items-center gap-4 text-center">
        {isUsed && (
          <p role="status" className="w-full rounded-xl bg-good-soft px-4 py-3 font-semibold text-good">
            {m.continue_used()}
          </p>
        )}
        {making.isError && (
          <p role="alert" className="font-semibold text-danger">
            {making.error.message}
          </p>
        )}
        {making.isPending && (
          <>
            <p role="status" className="sr-only">
              {m.continue_making()}
            </p>
            <Skeleton className="aspect-square w-56" />
          </>
        )}
        {code !== null && !isUsed && (
          <>
            <QrImage text={code.url} label={m.continue_qr()} className="w-56 border border-line" />
            <CodeText code={code.code} className="w-full" />
            <p>{m.continue_elsewhere_text({ address: pageOf(code.url) })}</p>
            <p className="text-sm text-ink-soft">{m.continue_until({ time: timeOfDay(code.expires_at) })}</p>
          </>
        )}
        {(isUsed || making.isError) && (
          <Button variant="quiet" onClick={() => make()}>
            {m.continue_new_code()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The room names the code's end once it exists, and then sends null. */
function useIsUsed(raffleId: string, code: ContinueCodeAnswer | null): boolean {
  const until = useContinueRequests(raffleId)?.codeExpiresAt;
  const [seen, setSeen] = useState<string | null>(null);
  if (code !== null && until === code.expires_at && seen !== code.code) setSeen(code.code);
  return code !== null && seen === code.code && until === null;
}

/** Without the code, which must not be read aloud with it. */
function pageOf(url: string): string {
  return url.replace(/#.*$/, '').replace(/^https?:\/\//, '');
}
