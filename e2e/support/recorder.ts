/** Records everything a page receives – every answer and every socket frame – so that a test can search all of it (C3, R4). */
import type { Page } from '@playwright/test';

interface Received {
  /** Epoch ms when the test saw it. */
  at: number;
  what: string;
  text: string;
}

export interface Recorder {
  received: Received[];
}

/** Start before the first navigation: an answer that came earlier isn't recorded. */
export function recordPage(page: Page): Recorder {
  const received: Received[] = [];
  page.on('response', (response) => {
    const at = Date.now();
    if (!response.url().includes('/api/')) return;
    response
      .text()
      .then((text) => received.push({ at, what: response.url(), text }))
      .catch(() => {
        // A navigation may discard a body before it can be read; the page never saw it either.
      });
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      received.push({ at: Date.now(), what: 'socket', text: payload.toString() });
    });
  });
  return { received };
}

/** What was received before `before` (epoch ms) and contains one of `needles`. */
export function leaksBefore(recorder: Recorder, before: number, needles: readonly string[]): Received[] {
  return recorder.received.filter(
    ({ at, text }) => at < before && needles.some((needle) => text.includes(needle)),
  );
}
