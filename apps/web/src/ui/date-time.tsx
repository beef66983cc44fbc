/** Instants in the viewer's zone and language, with the zone named (R3, R50). */
import { useCustoms } from './on-device.ts';

/** @param at epoch milliseconds */
export function formatDateTime(at: number, locale?: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}

/** Only the day, in the viewer's zone. @param at epoch milliseconds */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(at);
}

interface DateTimeProps {
  /** Epoch milliseconds. */
  at: number;
  className?: string;
}

export function DateTime({ at, className }: DateTimeProps) {
  const { locale, timeZone } = useCustoms();
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {formatDateTime(at, locale, timeZone)}
    </time>
  );
}
