/*
 * Keeps the verify page usable without this server: the page and everything it needs come from the cache.
 * It touches nothing else: no call to the API, no other page. The two placeholders are filled by the build.
 */
const CACHE = 'verify-__VERSION__';
const FILES = JSON.parse('__FILES__');

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The newest page when the server answers, else the one that was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/verify')) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname === '/verify') event.respondWith(page(request));
  else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(request)));
  }
});
