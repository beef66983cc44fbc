/** The service worker as pages use it: registered when there is something to keep or to tell, never on arrival. */

/** Null where there is none: the development server's build has none, and some browsers forbid it. */
export async function offlineWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register('/sw.js');
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}

/** Keeps the verify page on the device. True once it is kept; never throws. */
export function keepVerify(): Promise<boolean> {
  return ask({ type: 'keep-verify' });
}

/** Keeps the page of the draw with the own ticket. @param page the path where the person has joined */
export function keepTicket(raffleId: string, page: string): Promise<boolean> {
  return ask({ type: 'keep-ticket', raffleId, page });
}

async function ask(message: object): Promise<boolean> {
  const worker = (await offlineWorker())?.active;
  if (worker === undefined || worker === null) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}
