/** Who holds a ticket and takes no part in the next draw, in a sentence for each reason (R64, R70, R71). */
import type { DrawPreview } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { counted } from '../counted.ts';

export function SittingOut({ preview }: { preview: DrawPreview }) {
  const { holders, absent, unplaced } = preview.sitting_out;
  const sentences = [
    { text: m.console_draw_holders, count: holders },
    { text: m.console_draw_absent, count: absent },
    { text: m.console_draw_unplaced, count: unplaced },
  ].filter(({ count }) => count > 0);
  if (sentences.length === 0) return null;
  return <p>{sentences.map(({ text, count }) => counted(text, count)).join(' ')}</p>;
}
