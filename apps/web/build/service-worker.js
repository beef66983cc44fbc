/*
 * What stays usable without this server, and what reaches people who have put their phone away (R42, R52).
 *
 * 1. The page of a draw with the own ticket, for whoever has joined: its files, and the last answers about that raffle.
 * 2. The verify page, once it was opened: the page and everything that a check and the show of a proof need.
 * 3. Notices: the draw starts, you won. A tap opens the draw.
 *
 * It touches nothing else: no other call to the API, no other page. The placeholders are filled by the build.
 */
const PAGE_CACHE = 'page-__VERSION__';
const VERIFY_CACHE = 'verify-__VERSION__';
/** The last answers about raffles that this browser has an entry in; outlives versions. */
const TICKET_CACHE = 'tickets';
const TICKETS_KEPT = 20;

const PAGE_FILES = JSON.parse('__PAGE_FILES__');
const VERIFY_FILES = JSON.parse('__VERIFY_FILES__');
/** Every address shows the same page, which then looks where it is. */
const SHELL = '/verify';

const TICKET_CALL = /^\/api\/raffles\/[A-Za-z0-9_-]{16,64}(\/me)?$/;
const DRAW_PAGE = /^\/draw\/[A-Za-z0-9_-]{16,64}\/?$/;
const JOIN_PAGE = /^\/(r|join)\/[A-Za-z0-9_-]{16,64}\/?$/;

async function keep(cacheName, files) {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)));
}

self.addEventListener('install', (event) => {
  const install = async () => {
    await keep(PAGE_CACHE, PAGE_FILES);
    const names = await caches.keys();
    if (names.some((name) => name.startsWith('verify-'))) await keep(VERIFY_CACHE, VERIFY_FILES);
    await self.skipWaiting();
  };
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  const ours = new Set([PAGE_CACHE, VERIFY_CACHE, TICKET_CACHE]);
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => !ours.has(name)).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', (event) => {
  const { type, raffleId, page } = event.data ?? {};
  const work = type === 'keep-verify' ? keep(VERIFY_CACHE, VERIFY_FILES) : keepTicket(type, raffleId, page);
  const answer = (done) => event.ports[0]?.postMessage(done);
  event.waitUntil(
    work.then(
      () => answer(true),
      () => answer(false),
    ),
  );
});

/** @param page where the person joined: without the server it leads to the draw */
async function keepTicket(type, raffleId, page) {
  const path = `/api/raffles/${raffleId}`;
  if (type !== 'keep-ticket' || !TICKET_CALL.test(path)) throw new Error('Not a message of ours.');
  const cache = await caches.open(TICKET_CACHE);
  await Promise.all(
    [path, `${path}/me`].map(async (address) => {
      const answer = await fetch(address, { credentials: 'same-origin' });
      if (!answer.ok) throw new Error('Nothing to keep.');
      await cache.put(address, answer);
    }),
  );
  if (JOIN_PAGE.test(page)) await cache.put(page, new Response(`/draw/${raffleId}`));
  const old = (await cache.keys()).slice(0, -3 * TICKETS_KEPT);
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** The newest page when the server answers, else the one that was kept. */
async function shownPage(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

/** The page of an invitation needs the server; the draw with the own ticket does not. */
async function joinPage(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path);
    if (kept === undefined) throw error;
    return Response.redirect(await kept.text());
  }
}

/** Fresh where the server answers; what was kept is for whoever has a ticket there, and goes with it. */
async function ticketCall(request, path) {
  const cache = await caches.open(TICKET_CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && (await cache.match(path)) !== undefined) await cache.put(path, answer.clone());
    if (path.endsWith('/me') && answer.status >= 400 && answer.status < 500) {
      await Promise.all([path, path.slice(0, -'/me'.length)].map((address) => cache.delete(address)));
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/verify' || DRAW_PAGE.test(pathname)) event.respondWith(shownPage(request));
    else if (JOIN_PAGE.test(pathname)) event.respondWith(joinPage(request, pathname));
  } else if (TICKET_CALL.test(pathname)) {
    event.respondWith(ticketCall(request, pathname));
  } else if (PAGE_FILES.includes(pathname) || VERIFY_FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});

self.addEventListener('push', (event) => {
  let notice;
  try {
    notice = event.data.json();
  } catch {
    return;
  }
  const { title, body, url, tag } = notice;
  const look = { body, tag, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url ?? '/', self.location.origin);
  const show = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const open = windows.find(({ url }) => new URL(url).pathname === target.pathname);
    await (open === undefined ? self.clients.openWindow(target.href) : open.focus());
  };
  event.waitUntil(show());
});
