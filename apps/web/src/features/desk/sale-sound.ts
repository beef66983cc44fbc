/** What a helper hears in a noisy hall (R67): one high tone for a sale, two low ones for anything else. */

const TONE_S = 0.12;
const VOLUME = 0.25;
const TONES = { good: [880], bad: [220, 180] } as const;

let context: AudioContext | null = null;

/** Silent where the browser plays nothing; a phone trembles too, where it can. */
export function playOutcome(outcome: keyof typeof TONES): void {
  navigator.vibrate?.(outcome === 'good' ? 60 : [60, 80, 60]);
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [index, frequency] of TONES[outcome].entries()) playTone(context, frequency, index);
  } catch {
    // No sound on this device.
  }
}

function playTone(audio: AudioContext, frequency: number, index: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const start = audio.currentTime + index * TONE_S * 1.5;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + TONE_S);
}
