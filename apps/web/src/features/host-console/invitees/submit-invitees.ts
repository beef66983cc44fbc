/** Hands a judged list to the server; what it does not take comes back as lines to be fixed. */
import type { InvitesAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call, CallFailed } from '../../../api/call.ts';
import type { JudgedInvitees } from './invitee-lines.ts';
import type { LeftInvitees } from './use-invitee-list.ts';

/** UTF-16 units: even where each takes three bytes the call stays below its limit of 5 MiB. */
const PART_LENGTH = 1_500_000;

interface HandedIn {
  added: number;
  /** Null when every line was taken. */
  left: LeftInvitees | null;
}

/** Never throws a refusal: whatever was not taken is in `left`, with the server's sentence when a call failed. */
export async function submitInvitees(raffleId: string, { good, bad }: JudgedInvitees): Promise<HandedIn> {
  const lines = bad.map(({ text }) => text);
  const remarks = new Map<string, string>();
  let added = 0;
  let from = 0;
  for (const part of partsOf(good)) {
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
    from += part.length;
  }
  return { added, left: lines.length === 0 ? null : { text: lines.join('\n'), remarks, sentence: null } };
}

/** As many lines at a time as one call takes, by number and by size. */
function* partsOf(lines: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (part.length === LIMITS.inviteesPerCall.max || (part.length > 0 && size + line.length > PART_LENGTH)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(line);
    size += line.length + 1;
  }
  if (part.length > 0) yield part;
}
