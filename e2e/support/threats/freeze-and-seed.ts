/** Rows 1 to 4: when the list was frozen, and the seed. */
import type { CommitmentsAnswer, DrawPlan } from '@glassdrum/contract';
import { forgedCourse, resultOf, withPlans, withResult } from '../forged-draw.ts';
import { NAMES, type Row } from './row.ts';

export const FREEZE_AND_SEED: readonly Row[] = [
  {
    title: 'row 1: a freeze that names a second whose round is already public, shown late to hide it',
    at: 'antedating',
    seal: 'red',
    says: /the show started (?:59|60|61) seconds after the recorded time/,
    async cheat({ draw }) {
      await draw();
    },
  },
  {
    title: 'row 2: a seed that is picked after the beacon',
    seal: 'red',
    says: /the seed is not the one promised when the draw was opened/,
    async cheat({ phone, draw, list }) {
      let known: CommitmentsAnswer | null = null;
      let plan: DrawPlan | null = null;
      let picked = '';
      phone.rewritten.rewriting.frame = (message) => {
        // Nothing is shown before the round is known.
        if (message.type === 'draw:seed') return [];
        const hidden = withPlans(message, (one) => {
          plan = one;
          return { ...one, seed_reveal: picked === '' ? null : picked };
        });
        if (message.type === 'draw:beacon' && plan !== null && known !== null) {
          const { signature, drawId } = message.data;
          // The second guest is a friend.
          const result = (seed: string) =>
            resultOf(plan as DrawPlan, known as CommitmentsAnswer, seed, signature, NAMES);
          for (let tries = 1; ; tries += 1) {
            picked = tries.toString(16).padStart(64, '0');
            if (result(picked).winners[0]?.entry_number === 2) break;
          }
          const friend = result(picked);
          phone.rewritten.rewriting.frame = (later) =>
            later.type === 'draw:seed' ? [] : [withResult(later, () => friend)];
          return [{ type: 'draw:seed', seq: 0, data: { drawId, seedReveal: picked } }, hidden];
        }
        return [hidden];
      };
      await draw();
      known = await list();
    },
  },
  {
    title: 'row 3: a freeze with a signature of zeros',
    seal: 'red',
    says: /the freeze of the list is not signed with the key that was stored when you joined/,
    async cheat({ phone, draw }) {
      const unsigned = (plan: DrawPlan): DrawPlan => ({
        ...plan,
        freeze_record: { ...plan.freeze_record, signature: '0'.repeat(128) },
      });
      phone.rewritten.rewriting.frame = (message) => [withPlans(message, unsigned)];
      await draw();
    },
  },
  {
    title: 'row 4: a lead of 0 s between freeze and draw',
    seal: 'red',
    says: /the list was frozen only 0 seconds before the draw/,
    async cheat({ server, phone, draw, list }) {
      let known: CommitmentsAnswer | null = null;
      Object.assign(
        phone.rewritten.rewriting,
        forgedCourse(server, {
          change: ({ frozen_at }) => ({ freeze: { show_at: frozen_at, draw_at: frozen_at } }),
          list: () => known as CommitmentsAnswer,
          names: NAMES,
        }),
      );
      await draw();
      known = await list();
    },
  },
];
