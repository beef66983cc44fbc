/** How each style sounds: the roll's stroke and the notes of its chords. Frequencies in hertz, times in seconds. */
import type { AnimationStyle } from '@glassdrum/contract';

export interface Voice {
  /** A stroke is a short tone and a burst of filtered noise. */
  stroke: {
    wave: OscillatorType;
    pitch: number;
    /** How far strokes differ in pitch, as a share. */
    spread: number;
    decay: number;
    /** 0 … 1: tone only … noise only. */
    noise: number;
    /** Of the noise's band. */
    band: number;
  };
  /** The chords of third, second and first … heard as place 0, 1, 2; the last is the finale's too. */
  chords: readonly [readonly number[], readonly number[], readonly number[]];
  chordWave: OscillatorType;
}

const C = [261.63, 329.63, 392, 523.25];
const F = [349.23, 440, 523.25, 698.46];
const G = [392, 493.88, 587.33, 783.99];
const A_MINOR = [220, 329.63, 440, 659.25];
const D_MINOR = [293.66, 349.23, 440, 587.33];
const E_MINOR = [329.63, 392, 493.88, 659.25];

export const VOICES: Record<AnimationStyle, Voice> = {
  // Balls on glass.
  classic: {
    stroke: { wave: 'sine', pitch: 900, spread: 0.5, decay: 0.045, noise: 0.5, band: 2600 },
    chords: [C, F, G],
    chordWave: 'triangle',
  },
  // The ratchet of a wheel.
  casino: {
    stroke: { wave: 'square', pitch: 1450, spread: 0.04, decay: 0.022, noise: 0.75, band: 4200 },
    chords: [C, G, [...C, 1046.5]],
    chordWave: 'triangle',
  },
  // Something that passes far away.
  cosmic: {
    stroke: { wave: 'sine', pitch: 1800, spread: 0.8, decay: 0.16, noise: 0.05, band: 6000 },
    chords: [A_MINOR, F, C],
    chordWave: 'sine',
  },
  neon: {
    stroke: { wave: 'sawtooth', pitch: 110, spread: 0.02, decay: 0.07, noise: 0.2, band: 1800 },
    chords: [D_MINOR, E_MINOR, A_MINOR],
    chordWave: 'sawtooth',
  },
  // Thuds, as of shells that leave.
  fireworks: {
    stroke: { wave: 'sine', pitch: 95, spread: 0.3, decay: 0.12, noise: 0.45, band: 700 },
    chords: [C, F, [...G, 1174.66]],
    chordWave: 'triangle',
  },
};
