/** What live connections need of a browser: its WebSocket to /ws of this page's own host, chance, and news of a sleep. */
import type { LineParts } from './connection.ts';
import { watchSleep } from './watch-sleep.ts';

export const browserLine: LineParts = {
  openSocket(events) {
    const { protocol, host } = window.location;
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
    socket.addEventListener('open', () => events.opened());
    socket.addEventListener('message', ({ data }) => events.received(String(data)));
    socket.addEventListener('close', ({ code }) => events.closed(code));
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close() {
        socket.close();
        // On a dead line the browser reports this much later.
        events.closed(1006);
      },
    };
  },
  random: Math.random,
  watchSleep,
};
