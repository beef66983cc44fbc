/**
 * The sound of a draw for as long as the page shows it. Nothing sounds automatically: the synthesiser's code comes with the
 * first press, and after a reload browsers wait for a touch.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIsOnDevice } from '../../ui/on-device.ts';
import type { Playback, SoundPlayer } from './sound-player.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';

/** Off until switched on, then remembered on this device. */
interface SoundSettings {
  isOn: boolean;
  /** 0 … 1 */
  volume: number;
}

const FIRST_VOLUME = 0.7;
const OFF: SoundSettings = { isOn: false, volume: FIRST_VOLUME };

function readSoundSettings(): SoundSettings {
  const volume = Number(readStored('sound-volume') ?? Number.NaN);
  return {
    isOn: readStored('sound') === 'on',
    volume: volume >= 0 && volume <= 1 ? volume : FIRST_VOLUME,
  };
}

function storeSoundSettings({ isOn, volume }: SoundSettings): void {
  writeStored('sound', isOn ? 'on' : null);
  writeStored('sound-volume', String(volume));
}

export interface SoundControl {
  settings: SoundSettings;
  /** It is on, but the browser waits for a touch. */
  needsTouch: boolean;
  change: (settings: SoundSettings) => void;
}

/** @param playback null before the draw */
export function useSound(playback: Playback | null): SoundControl {
  const isOnDevice = useIsOnDevice();
  const stored = useMemo(() => (isOnDevice ? readSoundSettings() : OFF), [isOnDevice]);
  const [chosen, setChosen] = useState<SoundSettings | null>(null);
  const settings = chosen ?? stored;
  const needsTouch = usePlayer(settings, playback);
  return {
    settings,
    needsTouch: settings.isOn && needsTouch,
    change(next) {
      storeSoundSettings(next);
      setChosen(next);
    },
  };
}

const STAGE_VOLUME = 1;

/** A screen without controls: its address says that it sounds. @param playback null for silence */
export function useStageSound(playback: Playback | null): void {
  usePlayer({ isOn: playback !== null, volume: STAGE_VOLUME }, playback);
}

/** @returns whether the browser waits for a touch */
function usePlayer(settings: SoundSettings, playback: Playback | null): boolean {
  const [needsTouch, setNeedsTouch] = useState(false);
  const player = useRef<SoundPlayer | null>(null);
  const latest = useRef({ playback, volume: settings.volume });
  useEffect(() => {
    latest.current = { playback, volume: settings.volume };
    player.current?.setPlayback(playback);
    player.current?.setVolume(settings.volume);
  });
  const { isOn } = settings;
  useEffect(() => {
    if (!isOn) return;
    let over = false;
    const resume = async (): Promise<void> => {
      const runs = (await player.current?.resume()) ?? false;
      if (!over) setNeedsTouch(!runs);
    };
    const onTouch = (): void => void resume();
    const open = async (): Promise<void> => {
      const { openSound } = await import('./sound-player.ts');
      if (over) return;
      const opened = openSound(latest.current.volume);
      player.current = opened;
      opened.setPlayback(latest.current.playback);
      // Without a touch the promise may stay open for ever.
      setNeedsTouch(true);
      await resume();
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
