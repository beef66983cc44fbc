/**
 * Renders first views on the server: bundled for Node.js beside the web app, and loaded by the server that serves it. It does no
 * I/O; what it needs to know it asks its caller for.
 */
import { renderToReadableStream } from 'react-dom/server';
import { App, loadPageOf } from './app.tsx';
import { fillQueries, type FirstViewData } from './api/first-view-data.ts';
import { createQueryClient } from './api/query-client.ts';
import { type Ask, firstViewOf } from './first-view-pages.ts';

/** Longer than any page takes on a slow machine. */
const LONGEST_MS = 5000;

export interface RenderedView {
  /** What stands in `#root`. */
  html: string;
  /** The content of `#first-view`: JSON in which no character has a meaning in HTML. */
  data: string;
}

export interface PageView {
  /** Nobody but the visitor may get it, and nothing may store it. */
  isSecret: boolean;
  /** @param now epoch ms @throws Error where a call fails or the page doesn't render */
  render(ask: Ask, now: number): Promise<RenderedView>;
}

/** Null for pages without a first view. @param url the address within the site, with its query */
export function viewOf(url: string): PageView | null {
  const page = firstViewOf(url);
  if (page === null) return null;
  return {
    isSecret: page.isSecret,
    async render(ask, now) {
      const data: FirstViewData = { now, seeds: await page.seeds(ask) };
      const [path = '', search = ''] = url.split('?', 2);
      await loadPageOf(path);
      return { html: await rendered({ path, search }, data), data: jsonForHtml(data) };
    },
  };
}

async function rendered(address: { path: string; search: string }, data: FirstViewData): Promise<string> {
  const queries = createQueryClient();
  fillQueries(queries, data);
  let failure: unknown = null;
  try {
    const stream = await renderToReadableStream(
      <App queries={queries} firstView={data} address={address} />,
      {
        // All in one piece and in its place: a part that comes later needs a script of its own.
        progressiveChunkSize: Infinity,
        signal: AbortSignal.timeout(LONGEST_MS),
        // A part that fails here would be rendered in the browser, into a view that is half there.
        onError(error) {
          failure ??= error;
        },
      },
    );
    await stream.allReady;
    if (failure !== null) throw failure instanceof Error ? failure : new Error('A screen failed.');
    return await new Response(stream).text();
  } finally {
    queries.clear();
  }
}

const MEANINGFUL = /[<>&\u2028\u2029]/g;

/** C9: names are written by people; nothing in them ends the element or a line. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    MEANINGFUL,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
