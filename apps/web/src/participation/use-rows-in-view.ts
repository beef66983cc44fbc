/** Which rows of equal height a scrolling box shows, with some beyond its edges. */
import { type RefObject, useEffect, useState } from 'react';

const BEYOND = 8;

export interface RowRange {
  /** First row to draw. */
  from: number;
  /** One behind the last. */
  to: number;
}

export function useRowsInView(box: RefObject<HTMLElement | null>, rows: number, rowPx: number): RowRange {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const target = box.current;
    if (target === null) return;
    // Steps of a few rows: scrolling by one pixel renders nothing.
    const step = (BEYOND / 2) * rowPx;
    const onScroll = (): void => setTop(Math.floor(target.scrollTop / step) * step);
    const observer = new ResizeObserver(() => setHeight(target.clientHeight));
    observer.observe(target);
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', onScroll);
    };
  }, [box, rowPx]);
  const from = Math.max(0, Math.floor(top / rowPx) - BEYOND);
  const inView = Math.ceil(height / rowPx);
  return { from: Math.min(from, rows), to: Math.min(rows, from + inView + 3 * BEYOND) };
}
