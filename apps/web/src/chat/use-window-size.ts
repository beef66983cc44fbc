/** The chat window's size: 480 × 600, from 320 × 400 to 600 × 80 % of the page; fixed on narrow screens. */
import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../participation/stored.ts';

export interface WindowSize {
  width: number;
  height: number;
}

const KEY = 'chat-size';
const USUAL: WindowSize = { width: 480, height: 600 };
const SMALLEST: WindowSize = { width: 320, height: 400 };
const WIDEST = 600;
const HIGHEST = 0.8;
const NARROW = 640;

function fitting({ width, height }: WindowSize): WindowSize {
  if (window.innerWidth < NARROW) {
    return { width: window.innerWidth, height: Math.round(window.innerHeight * HIGHEST) };
  }
  const highest = Math.max(SMALLEST.height, Math.round(window.innerHeight * HIGHEST));
  return {
    width: Math.round(Math.min(WIDEST, Math.max(SMALLEST.width, width))),
    height: Math.round(Math.min(highest, Math.max(SMALLEST.height, height))),
  };
}

function stored(): WindowSize {
  const [, width, height] = /^(\d{3,4}) (\d{3,4})$/.exec(readStored(KEY) ?? '') ?? [];
  return width === undefined ? USUAL : { width: Number(width), height: Number(height) };
}

export function useWindowSize() {
  const [wanted, setWanted] = useState(stored);
  const [size, setSize] = useState(() => fitting(wanted));
  useEffect(() => {
    const fit = (): void => setSize(fitting(wanted));
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [wanted]);
  const resize = useCallback((next: WindowSize): void => {
    const fit = fitting(next);
    setWanted(fit);
    writeStored(KEY, `${fit.width} ${fit.height}`);
  }, []);
  return { size, resize };
}
