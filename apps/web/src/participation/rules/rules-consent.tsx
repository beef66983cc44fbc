/** R77: whoever joins a raffle with rules accepts them; the text opens beside this page. */
import type { PublicRaffle } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';

interface RulesConsentProps {
  raffle: Pick<PublicRaffle, 'id' | 'has_rules'>;
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
  /** The server's sentence when it refused, or that of the form. */
  error: string | undefined;
}

export function RulesConsent({ raffle, isAccepted, onChange, error }: RulesConsentProps) {
  if (!raffle.has_rules) return null;
  return (
    <div className="text-left">
      <p className="flex min-h-11 items-center gap-3">
        <input
          id="rules-accepted"
          type="checkbox"
          checked={isAccepted}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'rules-error'}
          className="size-6 shrink-0 accent-(--brand)"
        />
        <span>
          <label htmlFor="rules-accepted" className="cursor-pointer font-semibold">
            {m.rules_accept()}
          </label>{' '}
          <a
            href={`/rules/${raffle.id}`}
            target="_blank"
            rel="noopener"
            className="inline-block min-h-11 content-center underline underline-offset-4"
          >
            {m.rules_read()}
          </a>
        </span>
      </p>
      {error !== undefined && (
        <p id="rules-error" role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
