/** What a device says before the result is there, or when there will be none. */
import { voidRecord } from '../../../src/index.ts';
import { DRAW, DRAW_AT } from './draw.ts';
import { type DeviceVector, WAITING, base, order, type Changes, vector, green } from './vector.ts';
import { freezeAt, incomplete, proof } from './fixtures.ts';

export const PENDING_CASES: readonly DeviceVector[] = [
  vector('p01-nothing-yet', 'pending', ['waiting'], WAITING, {
    instead: Object.fromEntries(order.map((name) => [name, null])) as Changes['instead'] & object,
  }),
  vector('p02-before-the-result', 'pending', ['waiting'], WAITING, {
    instead: { result: null, proof: null },
  }),
  vector('p03-before-the-proof', 'pending', ['waiting'], WAITING, { instead: { proof: null } }),
  vector('p04-late-before-the-result', 'pending', ['waiting', 'freeze_late'], WAITING, {
    instead: { freeze: freezeAt(DRAW_AT - 1), result: null, proof: null },
  }),
  vector('p05-nobody-checked-the-round', 'pending', ['random_number_not_checked'], WAITING, {
    instead: { random: null, proof: incomplete(base.seen.proof) },
  }),
  green('p06-the-device-itself-checked-the-round', { instead: { proof: incomplete(base.seen.proof) } }),
  vector('p07-given-up', 'pending', ['draw_voided'], 'This draw was given up.', {
    instead: { seed: null, random: null, result: null, proof: null },
    more: [
      {
        type: 'void',
        text: voidRecord({
          drawId: DRAW,
          lastRecordHash: proof.freeze_hash,
          reasonCode: 'no_witness',
          at: DRAW_AT - 2,
        }),
      },
    ],
  }),
];
