/*
 * What stays usable without this server, and what reaches people who have put their phone away (R42, R52).
 *
 * 1. The page of a draw with the own ticket, for whoever has joined: its files, and the last answers about that raffle.
 * 2. The verify page, once it was opened: the page and everything that a check and the show of a proof need.
 * 3. The page of a ticket desk, once it was opened: it sells on in a hall without network (R67).
 * 4. Notices: the draw starts, you won. A tap opens the draw.
 * 5. Which code this site served when its visitor joined (R95): when it is another one later, the page is told. This
 *    worker may still be the earlier code, which the later one can't silence.
 *
 * It touches nothing else: no other call to the API, no other page. The placeholders are filled by the build.
 */
const PAGE_CACHE = 'page-__VERSION__';
const VERIFY_CACHE = 'verify-__VERSION__';
const DESK_CACHE = 'desk-__VERSION__';
/** The last answers about raffles that this browser has an entry in; outlives versions. */
const TICKET_CACHE = 'tickets';
const TICKETS_KEPT = 20;
/** The list of the site's files and their hashes, as at joining; each raffle has its own. */
const BUILD_CACHE = 'builds';
const BUILD = '/.well-known/glassdrum-build.json';

const PAGE_FILES = JSON.parse('__PAGE_FILES__');
const VERIFY_FILES = JSON.parse('__VERIFY_FILES__');
const DESK_FILES = JSON.parse('__DESK_FILES__');
const ALL_FILES = new Set([...PAGE_FILES, ...VERIFY_FILES, ...DESK_FILES]);
/** Every address shows the same page, which then looks where it is; the desk's may do more than the others (M3). */
const SHELL = '/verify';
const DESK_SHELL = '/desk';

const OWN_ENTRY = '/own-entry';
const TICKET_CALL = /^\/api\/raffles\/[A-Za-z0-9_-]{16,64}(\/own-entry)?$/;
const DRAW_PAGE = /^\/draw\/[A-Za-z0-9_-]{16,64}\/?$/;
/** Pages of a draw or its result, which begin with the raffle's id. */
const OWN_PAGE = /^\/(?:draw|results)\/([A-Za-z0-9_-]{16,64})\/?$/;
const DESK_PAGE = /^\/desk\/[A-Za-z0-9_-]{16,64}\/?$/;
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
    if (names.some((name) => name.startsWith('desk-'))) await keep(DESK_CACHE, DESK_FILES);
    await self.skipWaiting();
  };
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  const ours = new Set([PAGE_CACHE, VERIFY_CACHE, DESK_CACHE, TICKET_CACHE, BUILD_CACHE]);
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => !ours.has(name)).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', (event) => {
  const { type, raffleId, page } = event.data ?? {};
  const work = keepAsked(type, raffleId, page);
  const answer = (done) => event.ports[0]?.postMessage(done);
  event.waitUntil(
    work.then(
      () => answer(true),
      () => answer(false),
    ),
  );
});

function keepAsked(type, raffleId, page) {
  switch (type) {
    case 'keep-verify':
      return keep(VERIFY_CACHE, VERIFY_FILES);
    case 'keep-desk':
      return keep(DESK_CACHE, DESK_FILES);
    default:
      return keepTicket(type, raffleId, page);
  }
}

/** @param page where the person joined: without the server it leads to the draw */
async function keepTicket(type, raffleId, page) {
  const path = `/api/raffles/${raffleId}`;
  if (type !== 'keep-ticket' || !TICKET_CALL.test(path)) throw new Error('Not a message of ours.');
  const cache = await caches.open(TICKET_CACHE);
  await Promise.all(
    [path, path + OWN_ENTRY].map(async (address) => {
      const answer = await fetch(address, { credentials: 'same-origin' });
      if (!answer.ok) throw new Error('Nothing to keep.');
      await cache.put(address, answer);
    }),
  );
  if (JOIN_PAGE.test(page)) await cache.put(page, new Response(`/draw/${raffleId}`));
  await keepBuild(raffleId).catch(() => undefined);
  const old = (await cache.keys()).slice(0, -3 * TICKETS_KEPT);
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Once for each raffle: what was served at joining stays what later code is compared with. */
async function keepBuild(raffleId) {
  const cache = await caches.open(BUILD_CACHE);
  const key = `${BUILD}?raffle=${raffleId}`;
  if ((await cache.match(key)) !== undefined) return;
  const answer = await fetch(BUILD, { cache: 'no-cache' });
  if (answer.ok && isJson(answer)) await cache.put(key, answer);
}

function isJson(answer) {
  return answer.headers.get('content-type')?.includes('json') === true;
}

/** Tells the page that is being opened when the site's code is not the one of the joining. */
async function tellCodeChange(raffleId, clientId) {
  const kept = await (await caches.open(BUILD_CACHE)).match(`${BUILD}?raffle=${raffleId}`);
  if (kept === undefined) return;
  const answer = await fetch(BUILD, { cache: 'no-cache' });
  if (!answer.ok || !isJson(answer) || (await answer.text()) === (await kept.text())) return;
  const client = await self.clients.get(clientId);
  client?.postMessage({ type: 'code-changed', raffleId });
}

/** The newest page when the server answers, else the one that was kept. */
async function shownPage(request, shell) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(shell)) ?? Response.error();
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
    if (!answer.ok) return answer;
    if (path.endsWith(OWN_ENTRY) && (await answer.clone().json()).entry === null) {
      await Promise.all([path, path.slice(0, -OWN_ENTRY.length)].map((address) => cache.delete(address)));
    } else if ((await cache.match(path)) !== undefined) await cache.put(path, answer.clone());
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
    const raffleId = OWN_PAGE.exec(pathname)?.[1];
    if (raffleId !== undefined) {
      event.waitUntil(tellCodeChange(raffleId, event.resultingClientId).catch(() => undefined));
    }
    if (pathname === '/verify' || DRAW_PAGE.test(pathname)) event.respondWith(shownPage(request, SHELL));
    else if (DESK_PAGE.test(pathname)) event.respondWith(shownPage(request, DESK_SHELL));
    else if (JOIN_PAGE.test(pathname)) event.respondWith(joinPage(request, pathname));
  } else if (TICKET_CALL.test(pathname)) {
    event.respondWith(ticketCall(request, pathname));
  } else if (ALL_FILES.has(pathname)) {
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
