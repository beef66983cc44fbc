/** The level of a draw beside what this device found out about it (R2, R32), and whether it came late (R15). */
import type { DrawPlan } from '@glassdrum/contract';
import { EvidenceSeal } from '../../checking/device/evidence-seal.tsx';
import { levelTexts } from '../../ui/assurance-texts.ts';
import type { DeviceCheckState } from '../../checking/device/use-device-check.ts';
import { unfinishedFrom } from '../../live/use-never-finished.ts';
import { m } from '../../messages/generated/messages.js';
import { formatDateTime } from '../../ui/date-time.tsx';

export function DrawFairness({ plan, check }: { plan: DrawPlan; check: DeviceCheckState }) {
  const level = levelTexts(plan.assurance);
  return (
    <div className="grid gap-6">
      <EvidenceSeal state={check} drawId={plan.draw_id} />
      {plan.late && plan.scheduled_at !== null && (
        <p className="text-center text-sm text-warn">
          <span className="font-semibold">{m.common_drawn_late()}.</span>{' '}
          {m.common_drawn_late_text({ time: formatDateTime(plan.scheduled_at) })}
        </p>
      )}
      {plan.beacon_at !== null && plan.beacon_at >= unfinishedFrom(plan.draw_at) && (
        <p className="text-center text-sm text-warn">
          <span className="font-semibold">{m.log_progress_finished_late()}.</span>{' '}
          {m.log_finished_late_text()}
        </p>
      )}
      <p className="text-center text-sm text-ink-soft">
        <span className="font-semibold text-ink">
          {m.draw_level()} · {level.label}
        </span>{' '}
        {levelRemark(check, level.sentence)}
      </p>
    </div>
  );
}

/** The level's sentence only after this device has checked; a refuted draw gets none. */
function levelRemark(check: DeviceCheckState, sentence: string): string {
  switch (check?.colour ?? 'pending') {
    case 'green':
    case 'yellow':
      return sentence;
    case 'red':
      return '';
    case 'pending':
      return m.draw_not_checked();
  }
}
