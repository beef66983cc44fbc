/** Keeps this page on the device: the service worker serves it without this server. Registered here and nowhere else. */

/** True once the page is kept. Never throws: without a service worker the page works online. */
export async function keepPageOffline(): Promise<boolean> {
  // The worker is written by the build; the development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}
