/** The draw in words: names of the styles, captions of its steps, and who held the list. */
import type { AnimationStyle, DrawPlan } from '@glassdrum/contract';
import type { DrawMoment } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';
import type { RoomNumbersStatus } from './room/room-numbers.tsx';

export function styleName(style: AnimationStyle): string {
  const names = {
    classic: m.draw_style_classic,
    casino: m.draw_style_casino,
    cosmic: m.draw_style_cosmic,
    neon: m.draw_style_neon,
    fireworks: m.draw_style_fireworks,
  } as const;
  return names[style]();
}

/** The heading above the show. */
function themeName(style: AnimationStyle): string {
  const names = {
    classic: m.draw_theme_classic,
    casino: m.draw_theme_casino,
    cosmic: m.draw_theme_cosmic,
    neon: m.draw_theme_neon,
    fireworks: m.draw_theme_fireworks,
  } as const;
  return names[style]();
}

interface Caption {
  title: string;
  text: string | null;
}

/** The caption below the show. The pause states what is true: the number is not there, or it has just arrived (R30). */
export function captionOf(
  moment: Extract<DrawMoment, { phase: 'animation' }>,
  plan: DrawPlan,
  roomNumbers: RoomNumbersStatus | null,
): Caption {
  switch (moment.step) {
    case 'warmup':
      return { title: themeName(plan.animation_style), text: m.draw_warmup() };
    case 'main':
      return { title: themeName(plan.animation_style), text: m.draw_main() };
    case 'slowdown':
      return { title: themeName(plan.animation_style), text: m.draw_slowdown() };
    case 'pause':
      return pauseCaption(moment.waiting, plan, roomNumbers);
    case 'runup':
      return { title: arrivedTitle(plan), text: m.draw_runup() };
  }
}

function pauseCaption(waiting: boolean, plan: DrawPlan, roomNumbers: RoomNumbersStatus | null): Caption {
  if (plan.beacon.kind === 'room') return roomCaption(waiting, plan, roomNumbers);
  if (plan.beacon.kind === 'none') return { title: m.draw_no_beacon(), text: m.draw_no_beacon_text() };
  const round = roundOf(plan);
  if (plan.beacon_value !== null) {
    return { title: m.draw_arrived_round({ round }), text: m.draw_arrived_text() };
  }
  return waiting
    ? { title: m.draw_waiting_round({ round }), text: m.draw_waiting_round_text() }
    : { title: m.draw_not_yet(), text: m.draw_not_yet_round({ round }) };
}

/** R91: the numbers are thrown in the room, and two devices enter them. */
function roomCaption(waiting: boolean, plan: DrawPlan, status: RoomNumbersStatus | null): Caption {
  if (plan.beacon_value !== null) return { title: m.draw_room_arrived(), text: m.draw_arrived_text() };
  const entered = status?.entered ?? 0;
  if (entered > 1) return { title: m.draw_room_waiting(), text: m.draw_room_waiting_differ() };
  if (entered === 1) return { title: m.draw_room_waiting(), text: m.draw_room_waiting_one() };
  return {
    title: waiting ? m.draw_room_waiting() : m.draw_room_not_yet(),
    text: m.draw_room_not_yet_text({ count: roundOf(plan) }),
  };
}

function arrivedTitle(plan: DrawPlan): string {
  switch (plan.beacon.kind) {
    case 'drand':
      return m.draw_arrived_round({ round: roundOf(plan) });
    case 'room':
      return m.draw_room_arrived();
    case 'none':
      return m.draw_no_beacon();
  }
}

function roundOf(plan: DrawPlan): string {
  return plan.beacon.round === '-' ? '-' : plan.beacon.round.toLocaleString();
}

type Watched = Pick<DrawPlan, 'audience' | 'beacon' | 'beacon_value'>;

/**
 * R87: how many devices hold, or held, the frozen list; worded no more strongly than what is known at the time.
 *
 * Null where no device signed. In the past tense only once the signed count was logged and the number is there.
 */
export function audienceSentence({ audience, beacon, beacon_value: value }: Watched): string | null {
  const { count, devices, final } = audience;
  if (count === 0) return null;
  if (!final || value === null) return m.draw_audience_now({ count, devices });
  return beacon.kind === 'none'
    ? m.draw_audience_seed({ count, devices })
    : m.draw_audience({ count, devices });
}
