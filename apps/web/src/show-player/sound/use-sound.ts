/**
 * The sound of a draw for as long as the page shows it. Nothing sounds by itself: the synthesiser's code comes with the
 * first press, and after a reload browsers wait for a touch.
 */
import { useEffect, useRef, useState } from 'react';
import type { Heard, SoundPlayer } from './sound-player.ts';
import { keepSoundSettings, readSoundSettings, type SoundSettings } from './sound-settings.ts';

export interface SoundControl {
  settings: SoundSettings;
  /** It is on, but the browser waits for a touch. */
  needsTouch: boolean;
  change: (settings: SoundSettings) => void;
}

/** @param heard null before the draw */
export function useSound(heard: Heard | null): SoundControl {
  const [settings, setSettings] = useState(readSoundSettings);
  const needsTouch = usePlayer(settings, heard);
  return {
    settings,
    needsTouch: settings.isOn && needsTouch,
    change(next) {
      keepSoundSettings(next);
      setSettings(next);
    },
  };
}

const STAGE_VOLUME = 1;

/** A screen without controls: its address says that it sounds. @param heard null for silence */
export function useStageSound(heard: Heard | null): void {
  usePlayer({ isOn: heard !== null, volume: STAGE_VOLUME }, heard);
}

/** @returns whether the browser waits for a touch */
function usePlayer(settings: SoundSettings, heard: Heard | null): boolean {
  const [needsTouch, setNeedsTouch] = useState(false);
  const player = useRef<SoundPlayer | null>(null);
  const latest = useRef({ heard, volume: settings.volume });
  useEffect(() => {
    latest.current = { heard, volume: settings.volume };
    player.current?.listen(heard);
    player.current?.setVolume(settings.volume);
  });
  const { isOn } = settings;
  useEffect(() => {
    if (!isOn) return;
    let over = false;
    const wake = async (): Promise<void> => {
      const runs = (await player.current?.resume()) ?? false;
      if (!over) setNeedsTouch(!runs);
    };
    const onTouch = (): void => void wake();
    const open = async (): Promise<void> => {
      const { openSound } = await import('./sound-player.ts');
      if (over) return;
      const opened = openSound(latest.current.volume);
      player.current = opened;
      opened.listen(latest.current.heard);
      // Without a touch the promise may stay open for ever.
      setNeedsTouch(true);
      await wake();
    };
    open().catch(() => undefined);
    document.addEventListener('pointerdown', onTouch);
    document.addEventListener('keydown', onTouch);
    return () => {
      over = true;
      document.removeEventListener('pointerdown', onTouch);
      document.removeEventListener('keydown', onTouch);
      player.current?.close();
      player.current = null;
    };
  }, [isOn]);

  return needsTouch;
}
