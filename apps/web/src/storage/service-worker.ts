/** The service worker as pages use it: registered when there is something to store or to notify of, never on arrival. */

/** Null where there is none: the development server's build has none, and some browsers forbid it. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register('/sw.js');
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}

/** Stores the verify page for offline use. True once it is stored; never throws. */
export function storeVerifyPage(): Promise<boolean> {
  return request({ type: 'keep-verify' });
}

/** Stores the draw's page with the own ticket for offline use. @param page the path where the person has joined */
export function storeTicket(raffleId: string, page: string): Promise<boolean> {
  return request({ type: 'keep-ticket', raffleId, page });
}

/** Stores the desk's page with its scanner for a hall without network (R67). */
export function storeDeskPage(): Promise<boolean> {
  return request({ type: 'keep-desk' });
}

async function request(message: object): Promise<boolean> {
  const worker = (await serviceWorker())?.active;
  if (worker === undefined || worker === null) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}
