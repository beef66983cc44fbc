/** Says on every page of a demonstration that its draws prove nothing. */
import { useTestBeacon } from '../api/installation.ts';
import { m } from '../messages/generated/messages.js';

export function TestBeaconRibbon() {
  if (!useTestBeacon()) return null;
  return (
    <p className="bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn" role="note">
      {m.common_test_beacon()}
    </p>
  );
}
