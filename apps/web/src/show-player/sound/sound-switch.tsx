/** One visible switch for the sound, with its volume beside it once it is on. */
import { Volume2, VolumeX } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import type { SoundControl } from './use-sound.ts';

export function SoundSwitch({ sound }: { sound: SoundControl }) {
  const { settings, needsTouch, change } = sound;
  const { isOn, volume } = settings;
  const Sign = isOn ? Volume2 : VolumeX;
  return (
    <div className="flex items-center">
      {isOn && (
        <label className="flex items-center">
          <span className="sr-only">{m.draw_volume()}</span>
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(volume * 100)}
            onChange={({ target }) => change({ isOn, volume: Number(target.value) / 100 })}
            className="h-11 w-16 accent-brand sm:w-28"
          />
        </label>
      )}
      <button
        type="button"
        aria-pressed={isOn}
        aria-label={m.draw_sound()}
        data-tooltip={hintOf(isOn, needsTouch)}
        onClick={() => change({ volume, isOn: !isOn })}
        className={classNames(
          'grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sunken',
          isOn ? 'text-brand' : 'text-ink-soft',
          needsTouch && 'animate-breathe',
        )}
      >
        <Sign aria-hidden className="size-6" />
      </button>
    </div>
  );
}

function hintOf(isOn: boolean, needsTouch: boolean): string {
  if (!isOn) return m.draw_sound_on();
  return needsTouch ? m.draw_sound_tap() : m.draw_sound_off();
}
