/** R88: says that the installation signs with another key than the one that this device stored first. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { installationTrust } from './installation-trust.ts';

/** Nothing as long as the key is the same, or was never seen before. */
export function KeyChangeNotice() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['installation-trust'],
    queryFn: () => installationTrust(queries),
  });
  if (data?.isKeyChanged !== true) return null;
  return (
    <section
      role="alert"
      data-key-change
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-2xl border border-danger/40 bg-danger-soft px-4 py-3 text-left"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 text-danger" />
      <div className="min-w-0">
        <h2 className="font-semibold text-danger">{m.key_changed_title()}</h2>
        <p className="mt-0.5 text-sm leading-snug">{m.key_changed_text()}</p>
      </div>
    </section>
  );
}
