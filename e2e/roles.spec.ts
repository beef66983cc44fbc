/**
 * R81: a role's screens show only what it may do. Each role of a workspace opens its screens, presses everything that they show,
 * and the server refuses nothing of what they then ask for because of the role.
 *
 * What changes something is asked for in earnest by the same session, but of a raffle, workspace or template made for this one call,
 * in which the person has the same role: who may do it is decided before what it is done to is looked at. So the evening goes on,
 * also where the call would have deleted it, and the page reads that somebody else was faster.
 */
import type { HostRaffle, ParticipantsAnswer, Workspace } from '@glassdrum/contract';
import { type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { type Caller, signIn, visitor } from '../apps/server/src/demo/fill.ts';
import { type Filled, HOST, startFilledInstallation } from './support/filled-installation.ts';
import { goWithin, preparePressing, pressEverything } from './support/pressing.ts';
import { test } from './support/test.ts';

let filled: Filled;
let owner: Caller;
let workspaceId: string;
/** An evening in a hall: some wait to be let in, some are entered, tickets are printed, check-in is open. */
let hall: HostRaffle;
/** Of everyone who is in one of the raffles. */
let names: string[];

test.beforeAll(async () => {
  filled = await startFilledInstallation({ crowd: 3, spareInvites: 2 });
  owner = await signIn(filled.url, HOST);
  workspaceId = filled.raffles.open.workspace_id;
  hall = await owner.post<HostRaffle>('/api/raffles', {
    title: 'Choir in the hall',
    allow_public_join: true,
    must_be_present: true,
  });
  const path = `/api/raffles/${hall.id}`;
  const { public_link: publicLink } = await owner.post<HostRaffle>(`${path}/open`);
  const people = [1, 2].map((line) =>
    JSON.stringify({ line, name: `Singer Number ${line}`, email: `singer-${line}@example.org` }),
  );
  await owner.post(`${path}/people`, { mode: 'enter', people: people.join('\n') });
  await owner.post(`${path}/paper/runs`, { size: 20 });
  await owner.patch(`${path}/joining`, { approval: true });
  await visitor(filled.url).post('/api/join/public', {
    public_link: publicLink,
    display_name: 'Waltraud Waiting',
  });
  await owner.patch(`${path}/joining`, { hall_code: true });
  await owner.post(`${path}/check-in`);
  await owner.post(`${path}/check-ins`, {
    client_id: crypto.randomUUID().replaceAll('-', ''),
    action: 'check_in',
    numbers: '1',
  });
  const lists = await Promise.all(
    [...whole(), ...others()].map(({ id }) =>
      owner.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`),
    ),
  );
  const all = lists.flatMap(({ participants }) => participants.map((one) => one.display_name));
  // Longer ones first: a name may begin like another one.
  names = [...new Set(all)].toSorted((one, other) => other.length - one.length);
});

test.afterAll(() => filled.stop());

interface Member {
  role: WorkspaceRole;
  page: Page;
  /** Another workspace, in which the person has the same role; null: the next call needs one. */
  twin: string | null;
}

/** Takes a link to this workspace. Owners are the host who made everything. */
async function joinWorkspace({ role, page }: Pick<Member, 'role' | 'page'>, id: string): Promise<void> {
  if (role === 'owner') return;
  const { url } = await owner.post<{ url: string }>(`/api/workspaces/${id}/invitations`, { role });
  const token = new URL(url).hash.slice(1);
  const answer = await page.request.post('/api/workspace-invitations/accept', { data: { token } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function memberOf(browser: Browser, role: WorkspaceRole): Promise<Member> {
  const context = await browser.newContext({
    baseURL: filled.url,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { origin: filled.url },
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  const account =
    role === 'owner'
      ? HOST
      : { email: `${role}@team.example`, name: `Member as ${role}`, password: HOST.password };
  const path = role === 'owner' ? '/api/auth/login' : '/api/auth/register';
  const answer = await page.request.post(path, { data: account });
  expect(answer.ok(), await answer.text()).toBe(true);
  const member: Member = { role, page, twin: null };
  await joinWorkspace(member, workspaceId);
  await page.addInitScript((chosen) => localStorage.setItem('glassdrum-workspace', chosen), workspaceId);
  await preparePressing(page);
  return member;
}

/** Of the account itself: no role has a part in it. */
const OWN = /^\/api\/(?:auth|settings|workspaces$)/u;
/** Whose answer only says where something is. */
const GIVES_A_LINK = /\/(?:stage-link|desk-link)$/u;

/** What a page asked for, as `POST /api/raffles/:id/open`. */
const nameOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/[\w-]{22}(?=\/|$)/gu, '/:id')}`;

interface Asked {
  /** Changes that were asked for, and allowed to this role. */
  changes: Set<string>;
  /** Answered with 403. */
  refused: Set<string>;
}

async function twinOf(member: Member): Promise<string> {
  const { id } = await owner.post<Workspace>('/api/workspaces', { name: 'Twin' });
  await joinWorkspace(member, id);
  return id;
}

/** The same call about something made for it, in a workspace where the person has the same role. */
async function askElsewhere(member: Member, request: Request): Promise<{ status: number; body: string }> {
  const { pathname, search } = new URL(request.url());
  const twin = member.twin ?? (await twinOf(member));
  member.twin = twin;
  const raffle = await owner.post<HostRaffle>('/api/raffles', { title: 'Twin', workspace_id: twin });
  const template = await owner.post<{ id: string }>(`/api/raffles/${raffle.id}/template`, { name: 'Twin' });
  const path = pathname
    .replace(/^(?<kind>\/api\/raffles\/)[^/]+/u, `$<kind>${raffle.id}`)
    .replace(/^(?<kind>\/api\/workspaces\/)[^/]+/u, `$<kind>${twin}`)
    .replace(/^(?<kind>\/api\/templates\/)[^/]+/u, `$<kind>${template.id}`);
  expect(path, 'a call about something that this test knows').toMatch(
    /^\/api\/(?:raffles|workspaces|templates)\b/u,
  );
  const data = request.postData()?.replaceAll(workspaceId, twin);
  const answer = await member.page.request.fetch(path + search, {
    method: request.method(),
    ...(data !== undefined && { data, headers: { 'content-type': 'application/json' } }),
  });
  const body = await answer.text();
  // What was asked of the workspace itself may have ended or changed it, or who belongs to it.
  if (path.startsWith(`/api/workspaces/${twin}`)) member.twin = null;
  return { status: answer.status(), body };
}

/** From now on changes are asked for elsewhere, and every refusal is noted. */
async function watchCalls(member: Member): Promise<Asked> {
  const { page } = member;
  const asked: Asked = { changes: new Set(), refused: new Set() };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) asked.refused.add(nameOf(response.request().method(), pathname));
  });
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET') return route.continue();
    const busy = { status: 409, json: { error: { code: 'conflict', message: 'Somebody was faster.' } } };
    if (OWN.test(pathname)) return route.fulfill(busy);
    const { status, body } = await askElsewhere(member, request);
    const name = nameOf(request.method(), pathname);
    expect(status, `${name}: ${body}`).not.toBe(401);
    expect(status, `${name}: ${body}`).not.toBe(429);
    (status === 403 ? asked.refused : asked.changes).add(name);
    if (GIVES_A_LINK.test(pathname)) return route.fulfill({ status, body, contentType: 'application/json' });
    return route.fulfill(busy);
  });
  return asked;
}

/** Of these raffles all sections are opened that the role is shown; of those in the other states the first one. */
const whole = (): HostRaffle[] => [hall, filled.raffles.evening];
const others = (): HostRaffle[] => {
  const { draft, open, closed, prizesDrawn, cancelled } = filled.raffles;
  return [draft, open, closed, prizesDrawn, cancelled];
};

/** A link's address, and whether its page is pressed through; null for what is somewhere else, or was there already. */
function destination(link: string, seen: Set<string>): { path: string; isPressed: boolean } | null {
  const { origin, pathname, search } = new URL(link, filled.url);
  const isPressed =
    pathname.startsWith('/workspace/') ||
    whole().some(({ id }) => pathname.startsWith(`/host/raffles/${id}/`));
  const once = isPressed ? pathname : nameOf('', pathname);
  if (origin !== filled.url || seen.has(once)) return null;
  seen.add(once);
  return { path: pathname + search, isPressed };
}

/** The console, the workspace and raffles in every state; links from there are opened once each. */
async function pressAll(member: Member, asked: Asked): Promise<void> {
  const { page } = member;
  const pressed = new Set<string>();
  const seen = new Set<string>();
  const firsts = [...whole(), ...others()].map(({ id }) => `/host/raffles/${id}`);
  const desk = new URL((await owner.post<{ url: string }>(`/api/raffles/${hall.id}/desk-link`)).url);
  const queue = ['/host', '/workspace', ...firsts, desk.pathname + desk.search];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const place = nameOf('', address);
    for (const link of await pressEverything(page, address, pressed, place, names)) {
      const next = destination(link, seen);
      if (next === null) continue;
      if (next.isPressed) queue.push(next.path);
      else await openOnce(page, next.path, asked);
    }
  }
}

/** What a link leads to: a file, or another page. */
async function openOnce(page: Page, path: string, asked: Asked): Promise<void> {
  if (path.startsWith('/api/')) {
    const answer = await page.request.get(path);
    if (answer.status() === 403) asked.refused.add(nameOf('GET', path.replace(/\?.*$/u, '')));
    return;
  }
  await goWithin(page, path);
  await expect(page.locator('h1').first()).not.toHaveText('Page not found');
}

/** Some of what each role's screens ask for: where nothing was pressed, nothing would be refused. */
const ASKED: Record<WorkspaceRole, readonly string[]> = {
  owner: ['POST /api/workspaces/:id/invitations', 'PATCH /api/raffles/:id', 'POST /api/raffles/:id/draw'],
  host: ['PATCH /api/workspaces/:id', 'PATCH /api/raffles/:id', 'POST /api/raffles/:id/draw'],
  desk: [
    'POST /api/raffles/:id/check-ins',
    'POST /api/raffles/:id/claims/hand-over',
    'POST /api/raffles/:id/paper/sales',
  ],
  presenter: ['POST /api/raffles/:id/stage-link', 'PUT /api/raffles/:id/pause'],
  observer: ['POST /api/workspaces/:id/leave'],
};

for (const role of workspaceRoles) {
  test(`R81 nothing that a screen shows to this role is refused: ${role}`, async ({ browser }) => {
    test.setTimeout(900_000);
    const member = await memberOf(browser, role);
    const asked = await watchCalls(member);
    await pressAll(member, asked);
    expect([...asked.refused]).toEqual([]);
    expect([...asked.changes]).toEqual(expect.arrayContaining([...ASKED[role]]));
    if (role === 'observer') expect([...asked.changes]).toEqual(ASKED.observer);
  });
}
