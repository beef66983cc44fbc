/** H11: more than a tenth of the entries come from one network. Normal in a hall, so it is said without alarm. */
import type { ReviewAnswer } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

interface NetworkWarningProps {
  warning: ReviewAnswer['network_warning'];
  /** Said where the groups are. */
  isInReview?: boolean;
}

export function NetworkWarning({ warning, isInReview = false }: NetworkWarningProps) {
  if (warning === null) return null;
  return (
    <p role="status" className="rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <strong>
        {m.console_network_warning({
          entries: warning.entries.toLocaleString(),
          of: warning.of.toLocaleString(),
        })}
      </strong>{' '}
      {isInReview ? m.console_network_warning_here() : m.console_network_warning_text()}
    </p>
  );
}
