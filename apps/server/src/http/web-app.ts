/** The built web app: hashed assets for ever, every other page is its index.html, with a preview where there is one. */
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, loggable } from './errors.ts';
import { type PublicAddress, publicUrlFor } from './origin.ts';
import { type PagePreviewer, withPreview } from './page-preview.ts';

const YEAR_SECONDS = 31_536_000;
/** Paths where a missing file is an error and not a screen. */
const NEVER_A_SCREEN = /^\/(?:api|assets|ws)(?:[/?]|$)/;
/** The stage as a layer of somebody's picture: the one page that others may frame (M3). */
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
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes(`${sep}assets${sep}`);
        void reply.header(
          'cache-control',
          hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsScreen = request.method === 'GET' || request.method === 'HEAD';
    if (html === null || !wantsScreen || NEVER_A_SCREEN.test(request.url)) throw new CallError('not_found');
    if (OVERLAY.test(request.url)) letOthersFrame(reply);
    const filled = await filledPage(parts, html, request);
    if (filled === null) return reply.sendFile('index.html');
    // Whoever has the link may preview it; nobody else should find it.
    void reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    return reply.type('text/html; charset=utf-8').send(filled);
  });
}

/** Null where the plain page serves. A preview is never worth a page: what fails here is logged. */
async function filledPage(
  { preview, address }: WebAppParts,
  html: string,
  request: FastifyRequest,
): Promise<string | null> {
  const path = request.url.split('?', 1)[0] ?? '';
  try {
    const found = await preview(path);
    if (found === null) return null;
    return withPreview(html, found, { publicUrl: publicUrlFor(address, request), path });
  } catch (error) {
    request.log.warn({ error: loggable(error) }, 'no preview');
    return null;
  }
}

function letOthersFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
  void reply.removeHeader('x-frame-options');
}
