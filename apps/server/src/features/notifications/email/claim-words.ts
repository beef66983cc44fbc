/** What emails say of claiming prizes (R75): until when, what happens then, the reminder, and that the time is over. */
import {
  drawWords,
  greeting,
  becauseOf,
  shortened,
  SUBJECT_PRIZE_LENGTH,
  dateWords,
  type EmailFacts,
  type EmailWords,
} from './email-parts.ts';

/** R75: what a holder of prizes has to do for them. */
export interface ToClaim {
  /** Until when the first of them can be claimed, epoch ms; null where they never lapse. */
  by: number | null;
  /** There is a form to be filled in (R74). */
  hasForm: boolean;
}

/** How to get the prize: by claiming it, where that is needed, and from the host. */
export function claimWords(
  { hostName }: EmailFacts,
  toClaim: ToClaim | null,
  what: 'prize' | 'prizes',
): string[] {
  const goesOn = what === 'prize' ? 'it goes to the next in line' : 'they go to the next in line';
  const form = toClaim?.hasForm === true ? ` ${hostName} asks for a few details there.` : '';
  return [
    ...(toClaim === null ? [] : [`Please claim your ${what} on your page${byWords(toClaim.by)}.${form}`]),
    ...(toClaim === null || toClaim.by === null
      ? []
      : [`If you don't claim ${what === 'prize' ? 'it' : 'them'} in time, ${goesOn}.`]),
    `${hostName} will tell you how to get your ${what}.`,
  ];
}

const byWords = (at: number | null): string => (at === null ? '' : ` before ${dateWords(at)}`);

export function claimAction(
  { resultsUrl }: EmailFacts,
  toClaim: ToClaim | null,
): Pick<EmailWords, 'action'> | null {
  return toClaim === null ? null : { action: { label: 'Claim your prize', url: resultsUrl } };
}

/** R75. @param prize null where it has no name @param by epoch ms */
export function claimReminderEmail(
  facts: EmailFacts,
  entryNumber: number,
  { prize, by, hasForm }: { prize: string | null; by: number; hasForm: boolean },
): EmailWords {
  const { title, hostName } = facts;
  const called = prize === null ? 'your prize' : shortened(prize, SUBJECT_PRIZE_LENGTH);
  return {
    subject: `Please claim ${called}: “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `Your number ${entryNumber} won ${prize ?? 'a prize'} in ${drawWords(facts)}, and you have not claimed it yet.`,
      `Please claim it on your page${byWords(by)}.${hasForm ? ` ${hostName} asks for a few details there.` : ''}`,
      "If you don't claim it in time, it goes to the next in line.",
    ],
    action: { label: 'Claim your prize', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
}

/** R75. @param prize null where it has no name */
export function lapsedEmail(facts: EmailFacts, entryNumber: number, prize: string | null): EmailWords {
  const { title, hostName } = facts;
  const called = prize === null ? 'Your prize' : shortened(prize, SUBJECT_PRIZE_LENGTH);
  return {
    subject: `${called} was not claimed in time: “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `Your number ${entryNumber} won ${prize ?? 'a prize'} in ${drawWords(facts)}. The time to claim it is over, so it goes to the next in line.`,
      `The results show it publicly. If you have questions, please ask ${hostName}.`,
    ],
    action: { label: 'See the results', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
}
