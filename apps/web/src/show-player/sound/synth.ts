/** Plays single cues with WebAudio: nothing is fetched, everything is made of oscillators and one piece of noise. */
import type { Cue } from './score.ts';
import type { Voice } from './voices.ts';

export interface Synth {
  /** @param when seconds on the context's own clock */
  play(cue: Cue, voice: Voice, when: number): void;
  /** @param volume 0 … 1 */
  setVolume(volume: number): void;
  /** Ends what sounds, and what is scheduled but has not sounded yet. */
  stop(): void;
}

const NOISE_SECONDS = 0.4;
const QUIET = 0.0001;

export function createSynth(context: AudioContext): Synth {
  const loudness = context.createGain();
  // Several sounds at once must not distort.
  const limiter = context.createDynamicsCompressor();
  loudness.connect(limiter).connect(context.destination);
  const noise = noiseOf(context);
  let bus = newBus();

  function newBus(): GainNode {
    const gain = context.createGain();
    gain.connect(loudness);
    return gain;
  }
  function envelope(when: number, loud: number, attack: number, decay: number): GainNode {
    const gain = context.createGain();
    gain.gain.setValueAtTime(QUIET, when);
    gain.gain.exponentialRampToValueAtTime(Math.max(loud, QUIET), when + attack);
    gain.gain.exponentialRampToValueAtTime(QUIET, when + attack + decay);
    gain.connect(bus);
    return gain;
  }
  function tone(
    wave: OscillatorType,
    from: number,
    to: number,
    when: number,
    { loud, attack, decay }: { loud: number; attack: number; decay: number },
  ): void {
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(from, when);
    oscillator.frequency.exponentialRampToValueAtTime(to, when + attack + decay);
    oscillator.connect(envelope(when, loud, attack, decay));
    oscillator.start(when);
    oscillator.stop(when + attack + decay + 0.05);
  }
  function burst(band: number, when: number, loud: number, decay: number): void {
    const source = context.createBufferSource();
    source.buffer = noise;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = band;
    filter.Q.value = 1.2;
    source.connect(filter).connect(envelope(when, loud, 0.002, decay));
    source.start(when);
    source.stop(when + decay + 0.05);
  }
  function chord(notes: readonly number[], wave: OscillatorType, when: number, decay: number): void {
    for (const [index, pitch] of notes.entries()) {
      // A rich wave is louder to the ear.
      const loud = wave === 'sawtooth' ? 0.08 : 0.2;
      tone(wave, pitch, pitch, when + index * 0.035, { loud, attack: 0.015, decay });
    }
  }
  function stroke(voice: Voice['stroke'], cue: Extract<Cue, { kind: 'stroke' }>, when: number): void {
    const { at, strength } = cue;
    // Pitches differ as those of things do; from the show's time, so that a replay sounds the same.
    const wander = ((at * 7919) % 1) * 2 - 1;
    const pitch = voice.pitch * (1 + voice.spread * wander);
    const tonal = { loud: 0.25 * strength * (1 - voice.noise), attack: 0.002, decay: voice.decay };
    tone(voice.wave, pitch, pitch * 0.8, when, tonal);
    burst(voice.band, when, 0.5 * strength * voice.noise, voice.decay);
  }
  function thump(when: number, loud: number): void {
    tone('sine', 78, 38, when, { loud, attack: 0.012, decay: 0.26 });
  }

  return {
    play(cue, voice, when) {
      switch (cue.kind) {
        case 'tick':
          tone('triangle', cue.isLast ? 1320 : 880, cue.isLast ? 1320 : 880, when, {
            loud: 0.4,
            attack: 0.004,
            decay: cue.isLast ? 0.5 : 0.16,
          });
          return;
        case 'stroke':
          return stroke(voice.stroke, cue, when);
        case 'heartbeat':
          thump(when, 0.9);
          return thump(when + 0.24, 0.6);
        case 'rise':
          return tone('sawtooth', 110, 660, when, { loud: 0.12, attack: cue.seconds - 0.1, decay: 0.1 });
        case 'chord':
          return chord(voice.chords[cue.place] ?? voice.chords[0], voice.chordWave, when, 1.8);
        case 'finale':
          chord(voice.chords[0], voice.chordWave, when, 0.5);
          chord(voice.chords[1], voice.chordWave, when + 0.28, 0.5);
          return chord(
            [...voice.chords[0], ...voice.chords[0].map((pitch) => pitch * 2)],
            voice.chordWave,
            when + 0.56,
            3,
          );
      }
    },
    setVolume(volume) {
      // The ear hears steps of loudness as shares.
      loudness.gain.setTargetAtTime(volume * volume, context.currentTime, 0.03);
    },
    stop() {
      bus.disconnect();
      bus = newBus();
    },
  };
}

/** White noise, the same each time. */
function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * NOISE_SECONDS), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 0x2545f491;
  for (let i = 0; i < samples.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[i] = state / 2147483648;
  }
  return buffer;
}
