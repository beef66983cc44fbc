/** What the page asks of the worker that reads invitee lists, and what it answers. */
import type { JudgedInvitees } from './invitee-lines.ts';

export type ReadInviteesQuestion = { id: number; hostName: string } & ({ text: string } | { file: File });

export type FileRefusal = 'unreadable' | 'too_big' | 'empty' | 'old_excel';

export type ReadInviteesAnswer = { id: number } & (JudgedInvitees | { refusal: FileRefusal });
