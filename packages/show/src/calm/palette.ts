/** The calm version's colours: each world's own, without its light effects. */
import type { ShowStyle } from '../plan.ts';

export interface CalmPalette {
  ground: string;
  /** In the middle of the ground. */
  middle: string;
  chip: string;
  edge: string;
  text: string;
  own: string;
  /** Over everything in the pause. */
  dusk: string;
}

const PALETTES: Record<ShowStyle, CalmPalette> = {
  classic: {
    ground: '#f1ece3',
    middle: '#fffdf9',
    chip: '#ffffff',
    edge: '#24201c',
    text: '#1b1815',
    own: '#c93415',
    dusk: '#4d3823',
  },
  casino: {
    ground: '#0a2019',
    middle: '#17493a',
    chip: '#fbf3dd',
    edge: '#c9973f',
    text: '#2a0d0a',
    own: '#a3161b',
    dusk: '#020806',
  },
  cosmic: {
    ground: '#050b14',
    middle: '#123044',
    chip: '#0d2233',
    edge: '#7fa8c4',
    text: '#f3f6f8',
    own: '#ffc27a',
    dusk: '#010307',
  },
  neon: {
    ground: '#040809',
    middle: '#0d2526',
    chip: '#071012',
    edge: '#35f0d0',
    text: '#eafffa',
    own: '#f6ff4a',
    dusk: '#000202',
  },
  fireworks: {
    ground: '#050813',
    middle: '#14203a',
    chip: '#0d1528',
    edge: '#ffc24b',
    text: '#fff3d9',
    own: '#ff8a5c',
    dusk: '#010207',
  },
};

const CLASSIC_DARK: CalmPalette = {
  ground: '#12100e',
  middle: '#34251d',
  chip: '#f7f2e7',
  edge: '#9c8a76',
  text: '#1b1815',
  own: '#c93415',
  dusk: '#050302',
};

export function calmPalette(style: ShowStyle, theme: 'light' | 'dark'): CalmPalette {
  return style === 'classic' && theme === 'dark' ? CLASSIC_DARK : PALETTES[style];
}
