/** Says once that somebody asks for a draw to start, and that time runs short; the seconds themselves would never be silent. */
import { m } from '../../../messages/generated/messages.js';
import type { OpenRequest } from './use-start-request.ts';

/** Seconds left at which it is said again. */
const MARKS = [10, 30, 60] as const;

/** @param props.text who asks for what; empty while nobody does */
export function Announced({ open, text }: { open: OpenRequest | null; text: string }) {
  const mark = open === null ? undefined : MARKS.find((seconds) => open.secondsLeft <= seconds);
  return (
    <p role="status" className="sr-only">
      {mark === undefined ? '' : `${text} ${m.start_seconds({ seconds: mark })}`}
    </p>
  );
}
