/** The built web app: hashed assets for ever, every other page is its index.html, with a preview where there is one. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../../refusal.ts';
import { loggable } from '../../loggable.ts';
import { type PublicAddress, publicUrlFor } from '../origin.ts';
import { type PagePreviewer, withPreview, withProductImage } from './page-preview.ts';
import { type ReadyAnswer, sendReady } from '../answers/ready-answer.ts';
import { deskHeaders, framedHeaders } from '../security-headers.ts';

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
}

export async function serveWebApp(app: FastifyInstance, parts: WebAppParts): Promise<void> {
  const { folder } = parts;
  const index = folder === undefined ? null : join(folder, 'index.html');
  const html = index === null || !existsSync(index) ? null : readFileSync(index, 'utf8');
  if (folder !== undefined && html !== null) {
    await app.register(fastifyStatic, {
      root: folder,
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
  app.setNotFoundHandler(async (request, reply) => {
    const wantsScreen = request.method === 'GET' || request.method === 'HEAD';
    if (html === null || plainPage === null || !wantsScreen || NEVER_A_SCREEN.test(request.url)) {
      throw new RefusalError('not_found');
    }
    widenPolicy(request.url, reply);
    const publicUrl = publicUrlFor(parts.address, request);
    const filled = await filledPage(parts, html, request, publicUrl);
    // Anyone who has the link may preview it; nobody else should find it.
    if (filled !== null) void reply.header('x-robots-tag', 'noindex');
    return sendReady(request, reply, filled ?? plainPage(publicUrl), 'no-cache');
  });
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

function readyPage(html: string): ReadyAnswer {
  const plain = Buffer.from(html);
  return {
    plain,
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    type: 'text/html; charset=utf-8',
  };
}

/** Null where the plain page serves. A preview is never worth a page: what fails here is logged. */
async function filledPage(
  { preview }: WebAppParts,
  html: string,
  request: FastifyRequest,
  publicUrl: string,
): Promise<ReadyAnswer | null> {
  try {
    const found = await preview(request.url);
    return found === null ? null : readyPage(withPreview(html, found, publicUrl));
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
