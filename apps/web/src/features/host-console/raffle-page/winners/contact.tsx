/** How the host reaches a winner, and where the entry comes from (R60, R73). */
import type { HostRaffle, WinningPerson } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { hostMay } from '../../host-actions.ts';
import { sourceText } from '../people/people-texts.ts';

interface ContactProps {
  raffle: HostRaffle;
  person: WinningPerson;
  /** After the source. */
  more?: string;
}

export function Contact({ raffle, person, more }: ContactProps) {
  const { email, note, groups, source } = person;
  const about = [sourceText(source), more ?? '', ...groups, note ?? ''].filter((text) => text !== '');
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      {email === null && hostMay(raffle, 'see_addresses') && (
        <span className="inline-flex min-h-11 items-center">{m.console_no_email()}</span>
      )}
      {email !== null && (
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center wrap-anywhere underline">
          {email}
        </a>
      )}
      <span className="inline-flex min-h-11 items-center wrap-anywhere">{about.join(' · ')}</span>
    </p>
  );
}
