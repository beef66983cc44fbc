/** How winners, countdown and headline look in each world; plain CSS values, set through the object model (no style tags). */
import type { ShowStyle } from '../plan.ts';

export interface Skin {
  card: string;
  name: string;
  number: string;
  rank: string;
  /** Background of the stub that bears the rank. */
  stub: string;
  border: string;
  shadow: string;
  headline: string;
  /** The countdown's number, and what keeps it legible over the scene. */
  countdown: string;
  countdownShadow: string;
  confetti: readonly string[];
  /** Corner radius as a share of the card's height. */
  round: number;
}

const PAPER_CARD = {
  card: '#fffdf7',
  name: '#1b1815',
  number: '#5d564e',
  rank: '#ffffff',
  stub: '#c93415',
  border: 'none',
  round: 0.08,
} as const;

const classicLight: Skin = {
  ...PAPER_CARD,
  shadow: '0 2px 6px rgb(27 24 21 / 10%), 0 24px 60px -16px rgb(27 24 21 / 38%)',
  headline: '#1b1815',
  countdown: '#c93415',
  countdownShadow: '0 0 28px #fbfaf7, 0 0 6px #fbfaf7',
  confetti: ['#c93415', '#f0a63a', '#1b1815', '#f3b6a0'],
};

const SKINS: Record<ShowStyle, Record<'light' | 'dark', Skin>> = {
  classic: {
    light: classicLight,
    dark: {
      ...classicLight,
      card: '#f7f2e7',
      shadow: '0 30px 80px -20px rgb(0 0 0 / 90%)',
      headline: '#f5f1ea',
      countdown: '#ff7a52',
      countdownShadow: '0 0 30px #12100e, 0 0 8px #12100e',
      confetti: ['#ff7a52', '#f7f2e7', '#f0c263', '#d9573a'],
    },
  },
  casino: both({
    card: '#fbf3dd',
    name: '#2a0d0a',
    number: '#7a4a1c',
    rank: '#ffe9b8',
    stub: '#7c1014',
    border: '0.012em solid #c9973f',
    shadow: '0 0 0 2px #6d4714, 0 30px 70px -18px rgb(0 0 0 / 85%)',
    headline: '#ffdf9a',
    countdown: '#ffdf9a',
    countdownShadow: '0 3px 0 #7c1014, 0 0 34px #1a0504',
    confetti: ['#ffdf9a', '#c9973f', '#b3161c', '#fbf3dd'],
    round: 0.12,
  }),
  cosmic: both({
    card: '#0c1826',
    name: '#fdf6e3',
    number: '#a9c3d6',
    rank: '#0c1826',
    stub: '#ffd9a0',
    border: '0.01em solid #37587a',
    shadow: '0 30px 80px -20px rgb(0 0 0 / 90%)',
    headline: '#ffe7bf',
    countdown: '#fff3d6',
    countdownShadow: '0 0 40px rgb(255 190 110 / 55%), 0 0 10px #04070c',
    confetti: ['#ffd9a0', '#fdf6e3', '#8fd0ff', '#ffb070'],
    round: 0.1,
  }),
  neon: both({
    card: '#06090b',
    name: '#f4fffb',
    number: '#35f0d0',
    rank: '#06090b',
    stub: '#f6ff4a',
    border: '0.014em solid #35f0d0',
    shadow: '0 0 44px rgb(53 240 208 / 28%), 0 30px 80px -20px #000',
    headline: '#f6ff4a',
    countdown: '#f4fffb',
    countdownShadow: '0 0 12px #ff3d6e, 0 0 44px #ff3d6e',
    confetti: ['#35f0d0', '#ff3d6e', '#f6ff4a', '#f4fffb'],
    round: 0.02,
  }),
  fireworks: both({
    card: '#fff8ea',
    name: '#14121c',
    number: '#6b5a3d',
    rank: '#1c1608',
    stub: '#ffc24b',
    border: 'none',
    shadow: '0 0 70px rgb(255 194 75 / 30%), 0 30px 80px -20px #000',
    headline: '#ffe2a6',
    countdown: '#ffe2a6',
    countdownShadow: '0 0 46px rgb(255 150 60 / 60%), 0 0 8px #05060c',
    confetti: ['#ffc24b', '#ff6a3d', '#fff8ea', '#7fd6c2'],
    round: 0.1,
  }),
};

function both(skin: Skin): Record<'light' | 'dark', Skin> {
  return { light: skin, dark: skin };
}

export function skinOf(style: ShowStyle, theme: 'light' | 'dark'): Skin {
  return SKINS[style][theme];
}
