/**
 * The round buttons in the lower right corner (`.chat-dock`) stand above whatever else is at the screen's foot there: what a
 * part covers goes into `--chat-lift`. Where the screen is so wide that the part ends beside them they stay where they are.
 */
import { type RefCallback, useCallback } from 'react';

/** CSS pixels from the right edge that the chat's button takes, with its distance on both sides. */
const CORNER = 96;
/** Of the screen's height: on a low screen the buttons must not leave it. */
const HIGHEST = 0.6;

const covering = new Set<HTMLElement>();

/** @returns the ref of an element at the foot of the screen */
export function useChatLift(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    covering.add(element);
    const watch = new ResizeObserver(lift);
    watch.observe(element);
    window.addEventListener('resize', lift);
    return () => {
      covering.delete(element);
      watch.disconnect();
      window.removeEventListener('resize', lift);
      lift();
    };
  }, []);
}

function lift(): void {
  const { clientWidth, clientHeight, style } = document.documentElement;
  let covered = 0;
  for (const element of covering) {
    const { right, top } = element.getBoundingClientRect();
    if (right > clientWidth - CORNER) {
      covered = Math.max(covered, Math.min(clientHeight - top, clientHeight * HIGHEST));
    }
  }
  // Not what the buttons keep from the edge anyway: that stays between them and the part.
  style.setProperty('--chat-lift', `${Math.round(covered)}px`);
}
