/** Loads the link to the console only where a host was signed in before: visitors never pay for it. */
import { lazy } from 'react';
import { Later } from '../ui/later.tsx';
import { useOnDevice } from '../ui/on-device.ts';
import { wasHostSeen } from './seen-host.ts';

const ConsoleLink = lazy(async () => ({ default: (await import('./console-link.tsx')).ConsoleLink }));

export function WayToConsole() {
  const isHost = useOnDevice(wasHostSeen, false);
  return isHost ? (
    <Later>
      <ConsoleLink />
    </Later>
  ) : null;
}
