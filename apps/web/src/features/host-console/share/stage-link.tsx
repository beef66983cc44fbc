/**
 * The stage's own link: opened in a new window, copied, or taken to the computer at the projector as a QR code. The link
 * is asked for when the dialog opens; the first ask makes it, and it stays the same until the host wants a new one.
 */
import { useState } from 'react';
import type { HostRaffle, StageLinkAnswer } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { call, type CallFailed, sentenceOf } from '../../../api/call.ts';
import { rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { buttonLook } from '../../../ui/button-look.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { slugOf } from '../../../ui/slug.ts';
import { NewLink } from './new-link.tsx';
import { QrCode } from './qr-code.tsx';

export function StageLink({ raffle }: { raffle: HostRaffle }) {
  const queries = useQueryClient();
  const path = `/api/raffles/${raffle.id}/stage-link`;
  const link = useQuery<StageLinkAnswer, CallFailed>({
    queryKey: [path],
    queryFn: () => call<StageLinkAnswer>('POST', path),
    staleTime: Infinity,
  });
  return (
    <section aria-labelledby="stage-link" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 id="stage-link" className="text-lg">
          {m.console_stage_title()}
        </h3>
        <p className="mt-1 text-ink-soft">{m.console_stage_text()}</p>
        {rafflePhase(raffle) === 'draft' && <p className="mt-1 text-ink-soft">{m.console_stage_draft()}</p>}
      </div>
      {link.data !== undefined && (
        <>
          <StageButtons raffle={raffle} url={link.data.url} />
          <div className="-ml-3">
            <NewLink<StageLinkAnswer>
              act={() => call<StageLinkAnswer>('POST', path, { renew: true })}
              text={m.console_new_stage_text()}
              onDone={(answer) => queries.setQueryData([path], answer)}
            />
          </div>
        </>
      )}
      {link.isPending && <Skeleton className="h-12" />}
      {link.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          {sentenceOf(link.error, m.console_stage_failed())}
          <Button variant="quiet" onClick={() => void link.refetch()}>
            {m.common_error_reload()}
          </Button>
        </p>
      )}
    </section>
  );
}

function StageButtons({ raffle, url }: { raffle: HostRaffle; url: string }) {
  const [isQrShown, setQrShown] = useState(false);
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      <a href={url} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
        <ExternalLink aria-hidden className="size-4.5 shrink-0" />
        {m.console_stage_open()}
      </a>
      <CopyButton text={url} label={m.console_stage_copy()} copiedLabel={m.console_link_copied()} />
      <CopyButton
        text={`${url}&overlay=1`}
        label={m.console_stage_overlay()}
        copiedLabel={m.console_link_copied()}
      />
      <Button variant="quiet" onClick={() => setQrShown(true)}>
        <QrIcon aria-hidden className="size-4.5 shrink-0" />
        {m.console_stage_show_qr()}
      </Button>
      {isQrShown && (
        <Dialog
          open
          onOpenChange={setQrShown}
          title={m.console_stage_link()}
          description={m.console_stage_qr_text()}
        >
          <div className="grid justify-items-center">
            <QrCode
              text={url}
              label={m.console_stage_show_qr()}
              fileName={`stage-${slugOf(raffle.title, 'link')}`}
            />
          </div>
        </Dialog>
      )}
    </div>
  );
}
