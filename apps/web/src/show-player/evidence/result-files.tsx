/** What the result can be taken along as (R76): a document for auditors, and the text of a post. */
import type { ResultsAnswer } from '@glassdrum/contract';
import { FileText } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { buttonLook } from '../../ui/button-look.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { announcementText } from './announcement-text.ts';

/** @param drawId of one draw; without it the document has all draws of the raffle */
export function ResultsPdfLink({ raffleId, drawId }: { raffleId: string; drawId?: string }) {
  const query = drawId === undefined ? '' : `?draw_id=${drawId}`;
  return (
    <a href={`/api/raffles/${raffleId}/results.pdf${query}`} download className={buttonLook('quiet')}>
      <FileText aria-hidden className="size-4.5 shrink-0" />
      {m.files_pdf()}
    </a>
  );
}

interface CopyTextButtonProps {
  results: ResultsAnswer;
  /** Whether the raffle has several draws (R69). */
  several: boolean;
  /** Says of which draw, where several such buttons stand together. */
  name?: string;
}

export function CopyTextButton({ results, several, name }: CopyTextButtonProps) {
  const { raffle_id: raffleId, draw_id: drawId } = results;
  return (
    <CopyButton
      text={() => {
        const page = `${window.location.origin}/results/${raffleId}`;
        return announcementText(results, { url: several ? `${page}?draw=${drawId}` : page, several });
      }}
      label={m.files_copy_text()}
      {...(name !== undefined && { name })}
      onCopied={() => toast({ title: m.files_text_copied(), tone: 'good' })}
    />
  );
}

/** The image of a prize for sharing, or with `prize` null that of all winners. */
export function cardPath({
  raffleId,
  drawId,
  prize,
}: {
  raffleId: string;
  drawId: string;
  prize: number | null;
}): string {
  const path = `/api/raffles/${raffleId}/card.png?draw_id=${drawId}`;
  return prize === null ? path : `${path}&prize=${prize}`;
}
