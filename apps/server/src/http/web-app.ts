/** The built web app: hashed assets for ever, every other page is its index.html. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { CallError } from './errors.ts';

const YEAR_SECONDS = 31_536_000;
/** Paths where a missing file is an error and not a screen. */
const NEVER_A_SCREEN = /^\/(?:api|assets|ws)(?:[/?]|$)/;

/** @param folder the web app's build; without one only the API is served. */
export async function serveWebApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const index = folder !== undefined && existsSync(join(folder, 'index.html'));
  if (index) {
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
    if (!index || !wantsScreen || NEVER_A_SCREEN.test(request.url)) throw new CallError('not_found');
    return reply.sendFile('index.html');
  });
}
