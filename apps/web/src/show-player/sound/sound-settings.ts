/** Whether this visitor wants sound, and how loud: off until switched on, then remembered on this device. */
import { readStored, writeStored } from '../../participation/stored.ts';

export interface SoundSettings {
  isOn: boolean;
  /** 0 … 1 */
  volume: number;
}

const FIRST_VOLUME = 0.7;

export function readSoundSettings(): SoundSettings {
  const volume = Number(readStored('sound-volume') ?? Number.NaN);
  return {
    isOn: readStored('sound') === 'on',
    volume: volume >= 0 && volume <= 1 ? volume : FIRST_VOLUME,
  };
}

export function keepSoundSettings({ isOn, volume }: SoundSettings): void {
  writeStored('sound', isOn ? 'on' : null);
  writeStored('sound-volume', String(volume));
}
