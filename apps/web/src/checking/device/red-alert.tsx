/** R87: something wrong is said the moment this device finds it, over whatever the draw shows. */
import type { DrawPlan } from '@glassdrum/contract';
import type { DeviceView } from './device-view.ts';
import { EvidenceSeal } from './evidence-seal.tsx';

export function RedAlert({ plan, state }: { plan: DrawPlan; state: DeviceView }) {
  return (
    <div className="fixed inset-x-3 top-3 z-50 mx-auto max-h-[60dvh] max-w-xl overflow-y-auto rounded-2xl shadow-high">
      <EvidenceSeal state={state} drawId={plan.draw_id} />
    </div>
  );
}
