/**
 * First views: pages that come as HTML instead of an empty frame. The web app's build knows which pages have one, what each asks
 * the API for, and how it looks; this file asks in the visitor's name, with the same limits as the browser's own calls, and puts
 * the outcome into the page.
 *
 * 1. A visitor without cookies at an address that is no secret gets what everybody gets: rendered once, and again after a second.
 * 2. Everybody else's page is rendered for them alone, is `no-store`, and is not stored here either (I4, R43).
 * 3. Where that fails, or too many are wanted at once, the plain page serves: the app does the same in the browser.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { loggable } from '../../loggable.ts';

/** What the web app's bundle for the server exports (apps/web/src/server-main.tsx). */
interface Screens {
  viewOf(url: string): PageView | null;
}

interface PageView {
  isSecret: boolean;
  render(ask: (path: string) => Promise<unknown>, now: number): Promise<RenderedView>;
}

interface RenderedView {
  html: string;
  data: string;
}

export interface FirstView {
  /** The whole page, without the tags of previews. */
  html: string;
  isPersonal: boolean;
}

export interface FirstViews {
  /** Null where the plain page serves. */
  viewFor(request: FastifyRequest): Promise<FirstView | null>;
  /** For `script-src`: the one script that stands in these pages. */
  scriptHash: string;
}

/** In the web app's build: the page into which views are put, and what renders them. */
export const VIEW_PAGE = '.server/view.html';
const SCREENS = '.server/server-main.js';
/** Where the view and its data go, in this order. */
const MARKER = /%view%|%data%/;
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** A full hall may open the same link at once (R7). */
const FRESH_MS = 1000;
const CACHED = 200;
/** Each takes some milliseconds of the event loop; a draw must not wait for people who open their invitations. */
const RENDERED_PER_SECOND = 100;
/** What the API must see of a visitor: who it is, and from where. */
const PASSED_ON = [
  'cookie',
  'host',
  'user-agent',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** Null where the build has no first views. @param now epoch ms */
export function createFirstViews(app: FastifyInstance, folder: string, now: () => number): FirstViews | null {
  const [page, screensFile] = [join(folder, VIEW_PAGE), join(folder, SCREENS)];
  if (!existsSync(page) || !existsSync(screensFile)) return null;
  const template = readFileSync(page, 'utf8');
  // Cut once: a name that says what a marker says is a name.
  const [before, between, after] = template.split(MARKER);
  if (before === undefined || between === undefined || after === undefined) {
    throw new Error(`${VIEW_PAGE} must have a place for the view and one for its data.`);
  }
  const scripts = [...template.matchAll(INLINE_SCRIPT)];
  if (scripts.length !== 1) throw new Error(`${VIEW_PAGE} must have exactly one script of its own.`);
  const scriptHash = `'sha256-${createHash('sha256')
    .update(scripts[0]?.[1] ?? '')
    .digest('base64')}'`;

  let screens: Promise<Screens> | null = null;
  const loadScreens = (): Promise<Screens> => {
    screens ??= import(/* @vite-ignore */ pathToFileURL(screensFile).href) as Promise<Screens>;
    return screens;
  };
  const shared = new LRUCache<string, { at: number; view: Promise<FirstView> }>({ max: CACHED });
  const admit = createAdmission(now);

  const render = async (view: PageView, request: FastifyRequest, isPersonal: boolean): Promise<FirstView> => {
    const { html, data } = await view.render(askFor(app, request), now());
    return { html: before + html + between + data + after, isPersonal };
  };

  return {
    scriptHash,
    async viewFor(request) {
      try {
        const view = (await loadScreens()).viewOf(request.url);
        if (view === null) return null;
        const isPersonal = view.isSecret || request.headers.cookie !== undefined;
        if (isPersonal) return admit() ? await render(view, request, true) : null;
        // As the API sees the address: a proxy that is trusted may name another host than the call.
        const key = `${request.protocol}://${request.host}${request.url}`;
        const known = shared.get(key);
        if (known !== undefined && Math.abs(now() - known.at) < FRESH_MS) return await known.view;
        if (!admit()) return null;
        const entry = { at: now(), view: render(view, request, false) };
        shared.set(key, entry);
        entry.view.catch(() => {
          if (shared.get(key) === entry) shared.delete(key);
        });
        return await entry.view;
      } catch (error) {
        // A link that leads nowhere is an answer like any other: the app says it.
        if (!(error instanceof NoAnswer)) request.log.error({ error: loggable(error) }, 'no first view');
        return null;
      }
    },
  };
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Calls the API as this visitor. @throws NoAnswer for anything but a success */
function askFor(app: FastifyInstance, request: FastifyRequest): (path: string) => Promise<unknown> {
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const { remoteAddress = '' } = request.socket;
  return async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress });
    if (answer.statusCode !== 200) throw new NoAnswer(`${answer.statusCode}`);
    return answer.json();
  };
}

/** At most so many in each second of the clock. */
function createAdmission(now: () => number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    count += 1;
    return count <= RENDERED_PER_SECOND;
  };
}
