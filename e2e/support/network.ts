/** A page's network that a test can cut: as in a lift, calls fail and the live socket is gone. */
import type { Page, WebSocketRoute } from '@playwright/test';

export interface Network {
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Install before the first navigation: a browser that is said to be offline keeps the sockets that it has. */
export async function cuttableNetwork(page: Page): Promise<Network> {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    open.add(socket);
    socket.connectToServer();
  });
  return {
    async cut() {
      isCut = true;
      await page.context().setOffline(true);
      for (const socket of open) await socket.close({ code: 1001 });
      open.clear();
    },
    async restore() {
      isCut = false;
      await page.context().setOffline(false);
    },
  };
}
