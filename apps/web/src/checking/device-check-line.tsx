/** What this device found out by itself about the draw that it watches (R32): honest before, during and after. */
import { CircleHelp, ShieldCheck, ShieldX } from 'lucide-react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import type { Difference } from './announced-difference.ts';
import type { DeviceProblem } from './device-check.ts';
import type { DeviceCheckState } from './use-device-check.ts';

const PROBLEMS: Record<DeviceProblem, () => string> = {
  freeze_changed: m.checking_problem_freeze_changed,
  freeze_record: m.checking_problem_freeze_record,
  entries: m.checking_problem_entries,
  own_entry: m.checking_problem_own_entry,
  seed: m.checking_problem_seed,
  beacon_round: m.checking_problem_beacon_round,
  beacon_value: m.checking_problem_beacon_value,
  beacon_signature: m.checking_problem_beacon_signature,
};

const BEACONS = {
  public: m.checking_device_public,
  test: m.checking_device_test,
  none: m.checking_device_none,
} as const;

export function DeviceCheckLine({ state }: { state: DeviceCheckState }) {
  const { tone, title, text } = wordsOf(state);
  const Sign = { quiet: CircleHelp, good: ShieldCheck, danger: ShieldX }[tone];
  return (
    <div
      role="status"
      data-device-check={state.status}
      className={classNames(
        'flex items-start gap-3 rounded-2xl border px-4 py-3 text-left',
        tone === 'quiet' && 'border-line bg-card text-ink',
        tone === 'good' && 'border-good/40 bg-good-soft text-good',
        tone === 'danger' && 'border-danger bg-danger-soft text-danger',
      )}
    >
      <Sign aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <p className="font-display text-lg leading-tight font-bold">{title}</p>
        <p className={classNames('mt-0.5 text-sm leading-snug', tone === 'danger' ? '' : 'text-ink-soft')}>
          {text}
        </p>
      </div>
    </div>
  );
}

function wordsOf(state: DeviceCheckState): {
  tone: 'quiet' | 'good' | 'danger';
  title: string;
  text: string;
} {
  switch (state.status) {
    case 'not_checked':
      return { tone: 'quiet', title: m.checking_not_checked(), text: m.checking_device_later() };
    case 'computing':
      return { tone: 'quiet', title: m.checking_not_checked(), text: m.checking_device_computing() };
    case 'computed':
      return { tone: 'quiet', title: m.checking_not_checked(), text: m.checking_device_computed() };
    case 'agrees': {
      const own = state.ownEntryListed ? ` ${m.checking_device_own()}` : '';
      return { tone: 'good', title: m.checking_device_checked(), text: BEACONS[state.beacon]() + own };
    }
    case 'differs':
      return { tone: 'danger', title: m.checking_device_differs(), text: differenceText(state.difference) };
    case 'problem':
      return { tone: 'danger', title: m.checking_device_problem(), text: PROBLEMS[state.problem]() };
  }
}

function differenceText({ role, position, announced, computed }: Difference): string {
  const words = {
    position,
    announced: announced ?? m.checking_nobody(),
    computed: computed ?? m.checking_nobody(),
  };
  return role === 'winner'
    ? m.checking_device_differs_winner(words)
    : m.checking_device_differs_alternate(words);
}
