/** What the live room reads of the chat and does with it (C1, C2, R43), in the words of the contract. */
import type { ChatHistoryLine, ChatLine, ChatRules, ChatSay } from '@glassdrum/contract';
import { CallError } from '../../http/errors.ts';
import type { ChatGate } from './chat-gate.ts';
import { type ChatParts, sayLine } from './commands.ts';
import { presentHistoryLine, presentLine } from './present.ts';
import { chatHistory, chatLineRow, chatRulesOf, namesIn, peopleOfDirectLines } from './queries.ts';

/** How many lines somebody gets who comes in; older ones are read over HTTP. */
const RECENT = 50;

export function createLiveTalk(parts: ChatParts & { gate: ChatGate }) {
  const { database, gate } = parts;
  return {
    async say(
      raffleId: string,
      identity: { hostId: string | null; sessionHash: string | null },
      line: ChatSay,
    ): Promise<void> {
      const speaker = await gate.ofIdentity(identity, raffleId);
      if (speaker === null) throw new CallError('not_a_participant');
      await sayLine(parts, raffleId, speaker, line);
    },
    async line(
      raffleId: string,
      lineId: number,
    ): Promise<{ full: ChatLine; short: ChatLine; between: readonly [string, string] | null } | null> {
      const row = await chatLineRow(database, raffleId, lineId);
      if (row === null) return null;
      const between = row.recipient_id === null ? null : ([row.sender_id, row.recipient_id] as const);
      return { full: presentLine(row, true), short: presentLine(row, false), between };
    },
    async recent(raffleId: string) {
      const { rows } = await chatHistory(database, raffleId, null, { limit: RECENT });
      return {
        full: rows.map((row) => presentHistoryLine(row, true)),
        short: rows.map((row) => presentHistoryLine(row, false)),
        withDirect: await peopleOfDirectLines(database, raffleId),
      };
    },
    async recentOf(raffleId: string, person: string): Promise<ChatHistoryLine[]> {
      const { rows } = await chatHistory(database, raffleId, person, { limit: RECENT });
      return rows.map((row) => presentHistoryLine(row, true));
    },
    async rules(raffleId: string): Promise<ChatRules> {
      const { mode, slow_seconds } = await chatRulesOf(database.query, raffleId);
      return { mode, slow_seconds };
    },
    names: (raffleId: string, inviteeIds: readonly string[]) => namesIn(database, raffleId, inviteeIds),
  };
}
