/** Says on every page of a demonstration that its draws prove nothing. */
import { useId } from 'react';
import { useTestBeacon } from './installation.ts';
import { m } from '../messages/generated/messages.js';

export function TestBeaconRibbon() {
  const id = useId();
  if (!useTestBeacon()) return null;
  // A landmark, so that nothing of the page lies outside of one.
  return (
    <section
      aria-labelledby={id}
      className="bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn"
    >
      <p id={id}>{m.common_test_beacon()}</p>
    </section>
  );
}
