/** The worker in which every check runs: hashing and pairings must not stop the page, and their code loads only here. */
import type { CheckReply, CheckRequest, VerifyInput } from './check-protocol.ts';
import { checkTerms } from './check-terms.ts';
import { contradictionsOf, type EvidenceToCompare } from '../proof/contradictions.ts';
import { judge, withSubjects } from '../device/device-events.ts';
import { checkLog } from '../installation/log-check.ts';
import { chainsOf, identityOf, verifyFiles } from '../proof/verify-files.ts';

const reply = (message: CheckReply): void => self.postMessage(message, {});

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  switch (data.kind) {
    case 'verify':
      return void verify(data.input, data.evidence);
    case 'terms':
      return reply({ kind: 'terms-checked', checked: checkTerms(data.input) });
    case 'judge':
      return reply({
        kind: 'judged',
        id: data.id,
        judged: judge(withSubjects(data.checks, data.subjects), data.events, chainsOf(data.testChain)),
      });
    case 'log':
      return reply({ kind: 'log-checked', look: checkLog(data.input) });
  }
});

async function verify(input: VerifyInput, evidence: EvidenceToCompare): Promise<void> {
  const verified = await verifyFiles(input, {
    onStep: (step) => reply({ kind: 'step', step }),
    onAudience: (checked, total) => reply({ kind: 'audience', checked, total }),
  });
  if (!verified.ok) return reply({ kind: 'unreadable', problem: verified.problem });
  const { verification, proof } = verified;
  reply({
    kind: 'verified',
    verification,
    identity: proof === null ? null : identityOf(proof),
    contradictions: proof === null ? [] : contradictionsOf(proof, evidence),
  });
}
