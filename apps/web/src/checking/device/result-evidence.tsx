/**
 * This device's own evidence beside a result (R88): the seal of its check, which goes on at each visit with what happened
 * since, the evidence to save, and whether the site's code changed since joining (R95).
 */
import type { DrawPlan, ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CodeChangeNotice } from '../installation/code-change-notice.tsx';
import { EvidenceExportButton } from '../evidence/evidence-export-button.tsx';
import { EvidenceSeal } from './evidence-seal.tsx';
import { KeyChangeNotice } from '../installation/key-change-notice.tsx';
import { useDeviceCheck } from './use-device-check.ts';
import { useStoredEvidence } from '../evidence/use-stored-evidence.ts';

export function ResultEvidence({ results }: { results: ResultsAnswer }) {
  const { raffle_id: raffleId, draw_id: drawId } = results;
  const path = `/api/raffles/${raffleId}/draw`;
  const plan = useQuery({
    queryKey: [path],
    enabled: results.protocol === 2,
    queryFn: () => call<DrawPlan>('GET', path),
  });
  const own = plan.data?.draw_id === drawId ? plan.data : null;
  const check = useDeviceCheck(own, results, { prizeStatus: results });
  const stored = useStoredEvidence(drawId).data ?? null;
  if (results.protocol !== 2) return null;
  return (
    <div className="grid gap-4">
      <KeyChangeNotice />
      <CodeChangeNotice raffleId={raffleId} isDrawn />
      <EvidenceSeal state={check} drawId={drawId} />
      {stored !== null && check?.colour !== 'red' && (
        <p className="text-center print:hidden">
          <EvidenceExportButton drawId={drawId} variant="plain" />
        </p>
      )}
    </div>
  );
}
