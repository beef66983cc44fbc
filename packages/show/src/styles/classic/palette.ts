/** Classic's colours: a paper studio by day, a dark stage by night. Screen colours as hex, lights as linear shares. */

export interface ClassicPalette {
  backdrop: string;
  /** Where the light falls on the backdrop. */
  pool: string;
  horizon: string;
  ink: string;
  paper: string;
  strong: string;
  rim: string;
  base: string;
  tray: string;
  glass: string;
  balls: readonly string[];
  key: readonly [number, number, number];
  sky: readonly [number, number, number];
  ground: readonly [number, number, number];
  /** Strength of shadows on the floor. */
  shadow: number;
  dark: number;
}

const BALLS = [
  '#fffaf0',
  '#fffaf0',
  '#fffaf0',
  '#f6ecd9',
  '#f2a93b',
  '#e4512f',
  '#f5b9a3',
  '#2a2622',
] as const;

export const CLASSIC: Record<'light' | 'dark', ClassicPalette> = {
  light: {
    backdrop: '#f4efe7',
    pool: '#fffefb',
    horizon: '#e9e1d5',
    ink: '#1b1815',
    paper: '#fffaf0',
    strong: '#c93415',
    rim: '#24201c',
    base: '#c93415',
    tray: '#f7f1e6',
    glass: '#7f9aa3',
    balls: BALLS,
    key: [1.0, 0.965, 0.9],
    sky: [0.74, 0.76, 0.78],
    ground: [0.52, 0.46, 0.4],
    shadow: 0.42,
    dark: 0,
  },
  dark: {
    backdrop: '#12100e',
    pool: '#4a2f22',
    horizon: '#1d1713',
    ink: '#1b1815',
    paper: '#fbf3e4',
    strong: '#ff6a3f',
    rim: '#6b5a48',
    base: '#b93a1a',
    tray: '#3a322b',
    glass: '#9fb6be',
    balls: BALLS,
    key: [1.0, 0.86, 0.68],
    sky: [0.13, 0.15, 0.19],
    ground: [0.16, 0.09, 0.06],
    shadow: 0.8,
    dark: 1,
  },
};
