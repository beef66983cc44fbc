/** The draw's words: animation styles, and what each step says. */
import type { AnimationStyle, DrawPlan } from '@glassdrum/contract';
import type { DrawMoment } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';

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

/** What stands below the drum. The pause says what is true: the number is not there, or it has just arrived (R30). */
export function captionOf(moment: Extract<DrawMoment, { phase: 'animation' }>, plan: DrawPlan): Caption {
  switch (moment.step) {
    case 'warmup':
      return { title: themeName(plan.animation_style), text: m.draw_warmup() };
    case 'main':
      return { title: themeName(plan.animation_style), text: m.draw_main() };
    case 'slowdown':
      return { title: themeName(plan.animation_style), text: m.draw_slowdown() };
    case 'pause':
      return pauseCaption(moment.waiting, plan);
    case 'runup':
      return { title: arrivedTitle(plan), text: m.draw_runup() };
  }
}

function pauseCaption(waiting: boolean, plan: DrawPlan): Caption {
  if (plan.beacon.kind === 'none') return { title: m.draw_no_beacon(), text: m.draw_no_beacon_text() };
  const round = roundOf(plan);
  if (plan.beacon_value !== null) {
    return { title: m.draw_arrived_round({ round }), text: m.draw_arrived_text() };
  }
  return waiting
    ? { title: m.draw_waiting_round({ round }), text: m.draw_waiting_round_text() }
    : { title: m.draw_not_yet(), text: m.draw_not_yet_round({ round }) };
}

function arrivedTitle(plan: DrawPlan): string {
  return plan.beacon.kind === 'none' ? m.draw_no_beacon() : m.draw_arrived_round({ round: roundOf(plan) });
}

function roundOf(plan: DrawPlan): string {
  return plan.beacon.round === '-' ? '-' : plan.beacon.round.toLocaleString();
}
