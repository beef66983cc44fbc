/** The link to the desk, where helpers sell paper tickets and check people in (R67, R71). */
import { useState } from 'react';
import type { DeskLinkAnswer, HostRaffle } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { call, type CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { buttonLook } from '../../../ui/button-look.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { slugOf } from '../../../ui/slug.ts';
import { NewLink } from './new-link.tsx';
import { QrCode } from './qr-code.tsx';

/** @param text what the desk is for */
export function DeskLink({ raffle, text }: { raffle: HostRaffle; text: string }) {
  const queryClient = useQueryClient();
  const [isQrShown, setQrShown] = useState(false);
  const path = `/api/raffles/${raffle.id}/desk-link`;
  const link = useQuery<DeskLinkAnswer, CallFailed>({
    queryKey: [path],
    queryFn: () => call<DeskLinkAnswer>('POST', path),
    staleTime: Infinity,
  });
  return (
    <section aria-labelledby="desk-link" className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <div>
        <h3 id="desk-link" className="text-lg">
          {m.paper_desk()}
        </h3>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      {link.isPending && <Skeleton className="h-12" />}
      {link.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {sentenceOf(link.error, m.paper_desk_failed())}
          <Button variant="quiet" onClick={() => void link.refetch()}>
            {m.common_error_reload()}
          </Button>
        </p>
      )}
      {link.data !== undefined && (
        <>
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            <a href={link.data.url} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
              <ExternalLink aria-hidden className="size-4.5 shrink-0" />
              {m.paper_desk_open()}
            </a>
            <CopyButton
              text={link.data.url}
              label={m.paper_desk_copy()}
              copiedLabel={m.console_link_copied()}
            />
            <Button variant="quiet" onClick={() => setQrShown(true)}>
              <QrIcon aria-hidden className="size-4.5 shrink-0" />
              {m.paper_desk_qr()}
            </Button>
          </div>
          <div className="-ml-3">
            <NewLink<DeskLinkAnswer>
              act={() => call<DeskLinkAnswer>('POST', path, { renew: true })}
              text={m.paper_desk_renew()}
              onDone={(answer) => queryClient.setQueryData([path], answer)}
            />
          </div>
          {isQrShown && (
            <Dialog
              open
              onOpenChange={setQrShown}
              title={m.paper_desk_qr()}
              description={m.paper_desk_qr_text()}
            >
              <div className="grid justify-items-center">
                <QrCode
                  text={link.data.url}
                  label={m.paper_desk_qr()}
                  fileName={`desk-${slugOf(raffle.title, 'link')}`}
                />
              </div>
            </Dialog>
          )}
        </>
      )}
    </section>
  );
}
