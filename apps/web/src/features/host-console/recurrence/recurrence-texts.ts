/** Recurring raffles in words (R80). */
import type { Recurrence, RecurrencePeriod } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { counted } from '../counted.ts';

/** Any Monday; the days after it follow. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** @param weekday 1 for Monday … 7 for Sunday */
export function weekdayName(weekday: number): string {
  const format = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
  return format.format(MONDAY + (weekday - 1) * DAY_MS);
}

export function ruleText({ repeat, time, time_zone: zone }: Recurrence): string {
  switch (repeat.every) {
    case 'week':
      return m.recurrence_rule_week({ weekday: weekdayName(repeat.weekday), time, zone });
    case 'month':
      return m.recurrence_rule_month({ day: repeat.day, time, zone });
    case 'dates':
      return m.recurrence_rule_dates({ time, zone });
  }
}

/** When its raffles open, and with whom. */
export function optionTexts({ opens_days: days, people }: Recurrence): string[] {
  return [
    days === null ? m.recurrence_rule_by_hand() : counted(m.recurrence_rule_opens, days),
    people ? m.recurrence_rule_people() : m.recurrence_rule_no_people(),
  ];
}

const REASONS: Readonly<Record<string, () => string>> = {
  title_blank: m.recurrence_reason_title_blank,
  deadline_in_past: m.recurrence_reason_deadline_in_past,
  address_not_confirmed: m.recurrence_reason_address_not_confirmed,
  too_many_recipients: m.recurrence_reason_too_many_recipients,
  recurrence_erased: m.recurrence_reason_recurrence_erased,
};

/** The end of a sentence: why a draft could not be opened automatically. @param code of an error */
export function reasonText(code: string | null): string {
  return (REASONS[code ?? ''] ?? m.recurrence_reason_other)();
}

/** What became of a date beside its raffle's own state; empty where that says it all. */
export function periodTexts({ state, opens_at: opensAt, reason, invited }: RecurrencePeriod): string[] {
  switch (state) {
    case 'first':
    case 'host':
      return [];
    case 'waiting':
      return opensAt === null ? [] : [m.recurrence_opens_at({ date: formatDateTime(opensAt) })];
    case 'opened':
      return [
        m.recurrence_opened(),
        ...(invited !== null && invited > 0 ? [counted(m.recurrence_invited, invited)] : []),
        ...(reason === 'mail_not_configured' ? [m.recurrence_not_mailed()] : []),
      ];
    case 'failed':
      return [m.recurrence_not_opened({ reason: reasonText(reason) })];
    case 'skipped':
      return [m.recurrence_skipped()];
  }
}
