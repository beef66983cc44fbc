/** The animation that this host selected last, kept on the device: new raffles begin with it. */
import type { AnimationStyle } from '@glassdrum/contract';
import { readStored, writeStored } from '../../../storage/stored-text.ts';
import { STYLES } from './style-texts.ts';

const NAME = 'animation';

/** Undefined before the first selection. */
export function selectedAnimation(): AnimationStyle | undefined {
  const stored = readStored(NAME);
  return STYLES.find(({ style }) => style === stored)?.style;
}

export function rememberAnimation(style: AnimationStyle): void {
  writeStored(NAME, style);
}
