/** Loads the link to the console only where a host was signed in before: visitors never pay for it. */
import { lazy, Suspense, useState } from 'react';
import { wasHostSeen } from './seen-host.ts';

const ConsoleLink = lazy(async () => ({ default: (await import('./console-link.tsx')).ConsoleLink }));

export function WayToConsole() {
  const [isHost] = useState(wasHostSeen);
  return isHost ? (
    <Suspense fallback={null}>
      <ConsoleLink />
    </Suspense>
  ) : null;
}
