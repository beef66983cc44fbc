/** The way back to the console, for a signed-in host on a page that everybody sees. */
import { useCurrentUser } from './current-user.ts';
import { LayoutDashboard } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { LinkButton } from '../ui/link-button.tsx';

export function ConsoleLink() {
  const { data: user } = useCurrentUser({ onlyIfSeenBefore: true });
  if (!user) return null;
  return (
    <LinkButton href="/host" variant="plain" className="text-sm whitespace-nowrap max-sm:px-2">
      {/* A phone's header has room for a sign only. */}
      <LayoutDashboard aria-hidden className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">{m.common_host_console()}</span>
    </LinkButton>
  );
}
