/**
 * The built web app: hashed assets for ever, every other page is its index.html, with a preview where there is one, or comes with its
 * first view as HTML.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../../refusal.ts';
import { loggable } from '../../loggable.ts';
import { type PublicAddress, publicUrlFor } from '../origin.ts';
import { createFirstViews, type FirstView, type FirstViews } from './first-view.ts';
import { type PagePreview, type PagePreviewer, withPreview, withProductImage } from './page-preview.ts';
import { type ReadyAnswer, sendReady } from '../answers/ready-answer.ts';
import { deskHeaders, framedHeaders, withScript } from '../security-headers.ts';

const YEAR_SECONDS = 31_536_000;
/** Paths where a missing file is an error and not a screen. */
const NEVER_A_SCREEN = /^\/(?:api|assets|ws|\.well-known)(?:[/?]|$)/;
/** Of ten thousand characters; more is slower and saves a few dozen bytes. */
const QUALITY = 5;
/** Where tickets are scanned. The app loads this page whole, also where its own links lead there. */
const DESK = /^\/desk(?:[/?]|$)/;
/** The stage as a layer of somebody's image, which others may frame wherever they are (M3). */
const OVERLAY = /^\/stage\/[^?]*\?(?:.*&)?overlay=1(?:&|$)/;

export interface WebAppParts {
  /** The web app's build; without one only the API is served. */
  folder: string | undefined;
  address: PublicAddress;
  preview: PagePreviewer;
  /** Epoch ms. */
  now: () => number;
}

export async function serveWebApp(app: FastifyInstance, parts: WebAppParts): Promise<void> {
  const { folder } = parts;
  const index = folder === undefined ? null : join(folder, 'index.html');
  const html = index === null || !existsSync(index) ? null : readFileSync(index, 'utf8');
  if (folder !== undefined && html !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      // The screens for the server are no part of the site.
      allowedPath: (path) => !path.startsWith('/.server/'),
      preCompressed: true,
      // The page itself is sent below, with its whole address in it.
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes(`${sep}assets${sep}`);
        void reply.header(
          'cache-control',
          hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  }
  const plainPage = html === null ? null : productPages(html);
  const views = folder === undefined ? null : createFirstViews(app, folder, parts.now);
  app.setNotFoundHandler(async (request, reply) => {
    const wantsScreen = request.method === 'GET' || request.method === 'HEAD';
    if (html === null || plainPage === null || !wantsScreen || NEVER_A_SCREEN.test(request.url)) {
      throw new RefusalError('not_found');
    }
    widenPolicy(request.url, reply);
    const publicUrl = publicUrlFor(parts.address, request);
    const [preview, view] = await Promise.all([previewOf(parts, request), viewOf(views, request)]);
    // Anyone who has the link may preview it; nobody else should find it.
    if (preview !== null) void reply.header('x-robots-tag', 'noindex');
    const filled = (page: string): string =>
      preview === null ? withProductImage(page, publicUrl) : withPreview(page, preview, publicUrl);
    if (views !== null && view !== null) {
      void reply.headers(withScript((name) => String(reply.getHeader(name)), views.scriptHash));
      const cacheControl = view.isPersonal ? 'no-store' : 'no-cache';
      return sendReady(request, reply, await renderedPage(filled(view.html)), cacheControl);
    }
    const plain = preview === null ? plainPage(publicUrl) : readyPage(filled(html));
    return sendReady(request, reply, plain, 'no-cache');
  });
}

/** Only who comes to look at a page waits for its first view; other programs want the page. */
async function viewOf(views: FirstViews | null, request: FastifyRequest): Promise<FirstView | null> {
  return views === null || request.method !== 'GET' ? null : views.viewFor(request);
}

/** The page for everything without a preview, made once for an address; calls by another one make it anew. */
function productPages(html: string): (publicUrl: string) => ReadyAnswer {
  let last: { publicUrl: string; answer: ReadyAnswer } | null = null;
  return (publicUrl) => {
    if (last?.publicUrl !== publicUrl) {
      last = { publicUrl, answer: readyPage(withProductImage(html, publicUrl)) };
    }
    return last.answer;
  };
}

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } };
const compress = promisify(brotliCompress);

function readyPage(html: string): ReadyAnswer {
  const plain = Buffer.from(html);
  return answerWith(plain, brotliCompressSync(plain, COMPRESSION));
}

/** The same for pages that are made while visitors wait: compressed on another thread. */
async function renderedPage(html: string): Promise<ReadyAnswer> {
  const plain = Buffer.from(html);
  return { ...answerWith(plain, await compress(plain, COMPRESSION)), variesByVisitor: true };
}

function answerWith(plain: Buffer, brotli: Buffer): ReadyAnswer {
  return {
    plain,
    brotli,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: 'text/html; charset=utf-8',
  };
}

/** Null where there is none. A preview is never worth a page: what fails here is logged. */
async function previewOf({ preview }: WebAppParts, request: FastifyRequest): Promise<PagePreview | null> {
  try {
    return await preview(request.url);
  } catch (error) {
    request.log.warn({ error: loggable(error) }, 'no preview');
    return null;
  }
}

/** The two pages that are allowed more than the others. */
function widenPolicy(url: string, reply: FastifyReply): void {
  const header = (name: string): string => String(reply.getHeader(name) ?? '');
  if (DESK.test(url)) void reply.headers(deskHeaders(header));
  if (!OVERLAY.test(url)) return;
  void reply.headers(framedHeaders(header, ['*']));
  void reply.removeHeader('x-frame-options');
}
