/** Images in a bucket (H2, H3, C1): the real client against an S3 server on this machine. */
import type { ErrorBody } from '@glassdrum/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bucket, startBucket } from '../../../../test/support/bucket.ts';
import { startPartsBucket } from '../../../../test/support/parts-bucket.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';
import { PART_BYTES } from '../../../platform/storage/direct-uploads.ts';

let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

const TYPE = { 'content-type': 'application/octet-stream' };
const put = (address: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = TYPE) =>
  fetch(address, { method: 'PUT', body: bytes, headers });
const noise = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  );

forEachDatabase((makeApp) => {
  async function scene(env = bucket.env) {
    const app = await makeApp({ env });
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const [ada, ben] = [await join(app, link, 'Ada Lovelace'), await join(app, link, 'Ben Brown')];
    const request = (who: Person, size?: number) =>
      who.post<{ uploadURL: string } & ErrorBody>('/api/objects/upload', {
        raffle_id: id,
        ...(size !== undefined && { size }),
      });
    const claim = (who: Person, imageURL: string) =>
      who.post<{ objectPath: string } & ErrorBody>('/api/chat-images', { imageURL });
    const show = (path: string) => app.http.inject({ method: 'GET', url: path });
    const begin = (who: Person, size: number) =>
      who.post<{ key: string; uploadId: string } & ErrorBody>('/api/s3/multipart', {
        filename: 'photo.png',
        type: 'image/png',
        metadata: { raffle_id: id, size: String(size) },
      });
    return { app, id, host, ada, ben, request, claim, show, begin };
  }

  it('H2 H3 an image is uploaded straight to the bucket, and comes back decoded and re-encoded', async () => {
    const { app, ada, request, claim, show } = await scene();
    const exif = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const photo = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c2410c' } });
    const bytes = new Uint8Array(await photo.withExif(exif).jpeg().toBuffer());
    const { uploadURL } = (await request(ada, bytes.length)).body;
    expect(uploadURL.startsWith(`${bucket.env['S3_ENDPOINT']}/images/incoming/`)).toBe(true);
    expect((await claim(ada, uploadURL)).status).toBe(404);
    expect((await put(uploadURL, bytes)).status).toBe(200);
    const { objectPath } = (await claim(ada, uploadURL.split('?')[0] ?? '')).body;
    expect((await claim(ada, uploadURL)).body.objectPath).toBe(objectPath);
    const served = await show(objectPath);
    expect(served.headers['content-type']).toBe('image/webp');
    expect(served.rawPayload.includes('SECRET-OWNER')).toBe(false);
    // What was uploaded is removed; the page may send to the bucket and nowhere else.
    expect((await fetch(uploadURL.replace('incoming', 'objects'))).status).toBeGreaterThanOrEqual(400);
    const page = await app.http.inject({ method: 'GET', url: '/api/installation' });
    expect(String(page.headers['content-security-policy'])).toContain(
      `connect-src 'self' ${bucket.env['S3_ENDPOINT']}`,
    );
  });

  it('H2 an address is valid for exactly the named number of bytes, and for one key', async () => {
    const { ada, request, claim } = await scene();
    const { uploadURL } = (await request(ada, 1000)).body;
    expect((await put(uploadURL, new Uint8Array(1001))).status).toBe(403);
    expect((await put(uploadURL.replace('/incoming/', '/objects/'), new Uint8Array(1000))).status).toBe(403);
    expect((await request(ada, 10 * 1024 * 1024 + 1)).status).toBe(413);
    expect((await put(uploadURL, new Uint8Array(1000))).status).toBe(200);
    expect((await claim(ada, uploadURL)).status).toBe(415);
  });

  it('H2 without a size the file is sent to this server', async () => {
    const { ada, request } = await scene();
    expect((await request(ada)).body.uploadURL).toContain('/api/objects/uploads/');
  });

  it('C1 H2 nobody claims an image of somebody else, or one that was never opened', async () => {
    const { ada, ben, request, claim } = await scene();
    const bytes = await noise(20, 20);
    const { uploadURL } = (await request(ada, bytes.length)).body;
    await put(uploadURL, bytes);
    expect((await claim(ben, uploadURL)).status).toBe(404);
    const other = uploadURL.replace(/incoming\/.{8}/, 'incoming/AAAAAAAA');
    expect((await claim(ada, other)).status).toBe(404);
    expect((await claim(ada, uploadURL)).status).toBe(200);
  });

  it('what was uploaded and not claimed is removed within the hour', async () => {
    const { app, ada, request, claim } = await scene();
    const bytes = await noise(20, 20);
    const { uploadURL } = (await request(ada, bytes.length)).body;
    await put(uploadURL, bytes);
    await app.close();
    await app.clock.advance(3600 * 1000);
    const later = await makeApp({ env: bucket.env, storage: app.storage, clock: app.clock });
    expect((await claim(person(later, ada.headers), uploadURL)).status).toBe(404);
  });

  it('H2 a file in parts: each address for its own bytes, put together once, turned into an image', async () => {
    const { ada, ben, begin, claim, show } = await scene();
    const bytes = await noise(1500, 1300);
    expect(bytes.length).toBeGreaterThan(PART_BYTES);
    const { key, uploadId } = (await begin(ada, bytes.length)).body;
    const at = (rest = '') => `/api/s3/multipart/${encodeURIComponent(uploadId)}${rest}?key=${key}`;
    expect((await ben.get(at('/1'))).status).toBe(404);
    expect((await ada.get(at('/3'))).status).toBe(404);
    const parts = [];
    for (const [PartNumber, part] of [
      [1, bytes.slice(0, PART_BYTES)],
      [2, bytes.slice(PART_BYTES)],
    ] as const) {
      const { url } = (await ada.get<{ url: string }>(at(`/${PartNumber}`))).body;
      expect((await put(url, new Uint8Array(part.length + 1), {})).status).toBe(403);
      const answer = await put(url, part, {});
      expect(answer.status).toBe(200);
      parts.push({ PartNumber, ETag: answer.headers.get('etag') ?? '' });
    }
    expect((await ben.post(at('/complete'), { parts })).status).toBe(404);
    const done = await ada.post<{ location: string }>(at('/complete'), { parts });
    expect(done.status).toBe(200);
    const { objectPath } = (await claim(ada, done.body.location)).body;
    expect((await show(objectPath)).statusCode).toBe(200);
  });

  it('C1 H2 the upload library sees which parts arrived, and cancels an upload', async () => {
    const store = await startPartsBucket();
    const { ada, ben, begin } = await scene({ ...bucket.env, S3_ENDPOINT: store.url });
    const bytes = await noise(1500, 1300);
    const { key, uploadId } = (await begin(ada, bytes.length)).body;
    const at = (rest = '') => `/api/s3/multipart/${encodeURIComponent(uploadId)}${rest}?key=${key}`;
    expect((await ada.get(at())).body).toEqual([]);
    const { url } = (await ada.get<{ url: string }>(at('/1'))).body;
    const etag = (await put(url, bytes.slice(0, PART_BYTES), {})).headers.get('etag');
    expect((await ada.get(at())).body).toEqual([{ PartNumber: 1, ETag: etag, Size: PART_BYTES }]);
    expect((await ben.get(at())).status).toBe(404);

    expect((await ben.remove(at())).status).toBe(404);
    expect((await ada.get(at())).status).toBe(200);
    expect((await ada.remove(at())).status).toBe(200);
    expect((await ada.get(at())).status).toBe(404);
    expect((await put(url, bytes.slice(0, PART_BYTES), {})).status).toBe(404);
    const parts = [{ PartNumber: 1, ETag: etag ?? '' }];
    expect((await ada.post(at('/complete'), { parts })).status).toBe(404);
    // The library says it twice when it is closed in the middle.
    expect((await ada.remove(at())).status).toBe(200);
    await store.stop();
  });

  it('while the bucket is unreachable only images fail: the chat works, and the answer says to try again', async () => {
    const env = { ...bucket.env, S3_ENDPOINT: 'http://127.0.0.1:9' };
    const app = await makeApp({ env });
    const { id, public_link: link } = await openRaffle(await signUp(app));
    const ada = await join(app, link, 'Ada Lovelace');
    const sent = await ada.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'Hello' });
    expect(sent.status).toBe(201);
    const missing = await app.http.inject({ method: 'GET', url: `/api/images/${'A'.repeat(32)}` });
    expect([missing.statusCode, missing.json<ErrorBody>().error.code]).toEqual([503, 'unavailable']);
  });

  it('H2 the upload library gets an address for a whole file, and never credentials', async () => {
    const { app, id, ada, ben, begin } = await scene();
    const at = (uploadId: string, key: string) =>
      `/api/s3/multipart/${uploadId}?key=${encodeURIComponent(key)}`;
    const size = encodeURIComponent('metadata[size]');
    const raffle = encodeURIComponent('metadata[raffle_id]');
    const bytes = await noise(20, 20);
    const whole = await ada.get<{ method: string; url: string; headers: Record<string, string> }>(
      `/api/s3/params?filename=a.png&type=image%2Fpng&${raffle}=${id}&${size}=${bytes.length}`,
    );
    expect(whole.body.method).toBe('PUT');
    expect((await put(whole.body.url, bytes, whole.body.headers)).status).toBe(200);
    expect((await ada.get('/api/s3/sts')).status).toBe(403);
    const { key, uploadId } = (await begin(ada, 100)).body;
    for (const who of [ben, person(app)]) {
      const [listed, ended] = [await who.get(at(uploadId, key)), await who.remove(at(uploadId, key))];
      expect([404, 401]).toContain(listed.status);
      expect([404, 401]).toContain(ended.status);
    }
    expect((await ada.get(at(uploadId, '../../../platform/storage/x'))).status).toBe(404);
  });
});
