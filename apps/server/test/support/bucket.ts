/** An S3 server on this machine with one bucket, in a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3Server from '@20minutes/s3rver';

const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader></CORSRule></CORSConfiguration>`;

export interface Bucket {
  /** The environment of an installation that keeps its images here. */
  env: Record<string, string>;
  /** Nobody answers any more; what is stored stays. */
  goAway(): Promise<void>;
  /** Answers again, at the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'glassdrum-bucket-'));
  const serverAt = (port: number): S3Server =>
    new S3Server({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'images', configs: [CORS] }],
    });
  let server = serverAt(0);
  const { port } = await server.run();
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    goAway: () => server.close(),
    async comeBack() {
      server = serverAt(port);
      await server.run();
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
