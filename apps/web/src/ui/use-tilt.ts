/** Tilts an element a little with the pointer or the phone; never for visitors who asked for calm. */
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Degrees at the edge of the element, or with the phone held well aslant. */
const MOST = 7;

export function useTilt<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    const target = element.current;
    if (target === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tilt = (x: number, y: number): void => {
      const clip = (value: number): number => Math.min(1, Math.max(-1, value));
      target.style.transform = `perspective(800px) rotateX(${-clip(y) * MOST}deg) rotateY(${clip(x) * MOST}deg)`;
    };
    const byPointer = (event: PointerEvent): void => {
      const box = target.getBoundingClientRect();
      tilt(
        ((event.clientX - box.left) / box.width) * 2 - 1,
        ((event.clientY - box.top) / box.height) * 2 - 1,
      );
    };
    const level = (): void => {
      target.style.transform = '';
    };
    const byPhone = ({ beta, gamma }: DeviceOrientationEvent): void => {
      // Phones are read at about 45 degrees; half a turn of the wrist is the whole way.
      if (beta !== null && gamma !== null) tilt(gamma / 30, (beta - 45) / 30);
    };
    target.addEventListener('pointermove', byPointer);
    target.addEventListener('pointerleave', level);
    window.addEventListener('deviceorientation', byPhone);
    return () => {
      target.removeEventListener('pointermove', byPointer);
      target.removeEventListener('pointerleave', level);
      window.removeEventListener('deviceorientation', byPhone);
    };
  }, []);
  return element;
}
