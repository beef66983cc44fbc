/** Hands a judged list to the server; what it does not take comes back as lines to be mended. */
import type { InvitesAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call, CallFailed } from '../../../api/call.ts';
import type { JudgedInvitees } from './invitee-lines.ts';
import type { LeftInvitees } from './use-invitee-list.ts';

interface HandedIn {
  added: number;
  /** Null when every line was taken. */
  left: LeftInvitees | null;
}

/** Never throws a refusal: whatever was not taken is in `left`, with the server's sentence when a call failed. */
export async function handIn(raffleId: string, { good, bad }: JudgedInvitees): Promise<HandedIn> {
  const lines = bad.map(({ text }) => text);
  const remarks = new Map<string, string>();
  let added = 0;
  for (let from = 0; from < good.length; from += LIMITS.inviteesPerCall.max) {
    const part = good.slice(from, from + LIMITS.inviteesPerCall.max);
    try {
      const body = { invitees: part.join('\n'), skip_bad_lines: true };
      const answer = await call<InvitesAnswer>('POST', `/api/raffles/${raffleId}/invites`, body);
      added += answer.added;
      for (const { line, message } of answer.skipped) {
        const text = part[line - 1] ?? '';
        lines.push(text);
        remarks.set(text, message);
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const text = [...lines, ...good.slice(from)].join('\n');
      return { added, left: { text, remarks, sentence: error.message } };
    }
  }
  return { added, left: lines.length === 0 ? null : { text: lines.join('\n'), remarks, sentence: null } };
}
