/** Raffle images over HTTP (R6, H3, C9): uploads, what is served, and what stays stored. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { ErrorBody, HostRaffle } from '@glassdrum/contract';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { type Person, person, signUp } from '../../../test/support/people.ts';

const dataUrl = (bytes: Buffer | string, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const canvas = (width: number, height: number, background = 'tomato'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG of one bit a pixel: a few kilobytes that unpack to width × height pixels. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;
  beforeAll(async () => {
    app = await makeApp();
    host = await signUp(app);
  });

  const create = (image: unknown) =>
    host.post<HostRaffle & ErrorBody>('/api/raffles', { title: 'With an image', image_url: image });
  const patch = (id: string, image: unknown) =>
    host.patch<HostRaffle & ErrorBody>(`/api/raffles/${id}`, { image_url: image });
  /** What browsers get. */
  async function shown(path: string | null): Promise<{ bytes: Buffer; headers: Record<string, unknown> }> {
    const answer = await app.http.inject({ url: path ?? '/nowhere' });
    expect(answer.statusCode).toBe(200);
    return { bytes: answer.rawPayload, headers: answer.headers };
  }
  function stored(): string[] {
    const folder = join(app.storage.dataDir, 'objects');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  }

  it('R6 H3 an upload becomes a WebP under a short path that browsers may keep and nothing can run in', async () => {
    const { status, body } = await create(dataUrl(await canvas(1200, 630).png().toBuffer()));
    expect(status).toBe(201);
    expect(body.image_url).toMatch(/^\/api\/images\/[\w-]{32}$/);
    const { bytes, headers } = await shown(body.image_url);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 630 });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=60, must-revalidate',
    });
    expect((await person(app).get(`/api/images/${'A'.repeat(32)}`)).status).toBe(404);
    expect((await person(app).get('/api/images/..%2F..%2Fkeys')).status).toBe(404);
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'R6 takes %s, whatever it calls itself',
    async (format) => {
      const bytes = await canvas(30, 20).toFormat(format).toBuffer();
      const { body } = await create(dataUrl(bytes, 'image/anything'));
      expect((await sharp((await shown(body.image_url)).bytes).metadata()).format).toBe('webp');
    },
  );

  it('H3 turns the image upright, scales it down, and drops where it was taken', async () => {
    const photo = await canvas(3000, 1500)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Secret Photographer' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { body } = await create(dataUrl(photo, 'image/jpeg'));
    const { bytes } = await shown(body.image_url);
    const { width, height, exif, xmp, icc } = await sharp(bytes).metadata();
    expect({ width, height, exif, xmp, icc }).toEqual({ width: 800, height: 1600 });
    expect(bytes.toString('latin1')).not.toContain('Secret Photographer');
  });

  it('H3 an animation is reduced to its first frame', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((colour) => canvas(20, 20, colour).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { body } = await create(dataUrl(gif, 'image/gif'));
    const image = sharp((await shown(body.image_url)).bytes);
    expect((await image.metadata()).pages ?? 1).toBe(1);
    const [red = 0, , blue = 255] = (await image.stats()).channels.map(({ mean }) => mean);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
  });

  it('H3 C9 refuses what is no image, too many pixels, and too large a file, in plain words', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const png = await canvas(20, 20).png().toBuffer();
    const refusals = [
      [dataUrl(svg, 'image/svg+xml'), 415, 'image_wrong_type'],
      [dataUrl(svg, 'image/png'), 415, 'image_wrong_type'],
      [dataUrl('<!doctype html><script>alert(1)</script>', 'image/png'), 415, 'image_wrong_type'],
      [dataUrl(png, 'text/html'), 415, 'image_wrong_type'],
      ['https://elsewhere.example/a.png', 415, 'image_wrong_type'],
      ['/etc/passwd', 415, 'image_wrong_type'],
      [dataUrl('GIF89a/*<script>alert(1)</script>*/', 'image/gif'), 422, 'image_invalid'],
      [dataUrl(png.subarray(0, 40)), 422, 'image_invalid'],
      [dataUrl(flatPng(16_000, 16_000)), 422, 'image_invalid'],
      [dataUrl(Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)])), 413, 'image_too_large'],
    ] as const;
    const before = stored();
    for (const [image, status, code] of refusals) {
      const answer = await create(image);
      expect([image.slice(0, 60), answer.status, answer.body.error.code]).toEqual([
        image.slice(0, 60),
        status,
        code,
      ]);
      expect(answer.body.error.message).toMatch(/^[A-Z].*$/);
    }
    expect(stored()).toEqual(before);
  });

  it('H3 an image with a page hidden in it comes out without the page', async () => {
    const jpeg = await canvas(60, 40).jpeg().toBuffer();
    const { body } = await create(dataUrl(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])));
    expect((await shown(body.image_url)).bytes.toString('latin1')).not.toContain('<script>');
  });

  it('H7 takes 28 MiB from hosts only', async () => {
    const large = { title: 'Large', image_url: `data:image/png;base64,${'A'.repeat(26 * 1024 * 1024)}` };
    expect((await person(app).post('/api/raffles', large)).status).toBe(401);
    expect((await host.post('/api/raffles', large)).status).toBe(415);
    const tooLarge = { ...large, image_url: 'A'.repeat(28 * 1024 * 1024) };
    expect((await host.post('/api/raffles', tooLarge)).status).toBe(413);
    const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Small' })).body;
    expect((await host.post(`/api/raffles/${id}/open`, tooLarge)).status).toBe(413);
    // Of what others send not even the size matters.
    expect((await (await signUp(app)).post(`/api/raffles/${id}/open`, tooLarge)).status).toBe(404);
    expect((await person(app).post(`/api/raffles/${id}/open`, tooLarge)).status).toBe(401);
  });

  it('R6 a new image replaces the old one, null removes it, and its own path changes nothing', async () => {
    const { body } = await create(dataUrl(await canvas(20, 10).png().toBuffer()));
    const { id, image_url: first } = body;
    const count = stored().length;
    expect((await patch(id, first)).body.image_url).toBe(first);
    const second = (await patch(id, dataUrl(await canvas(20, 10, 'teal').png().toBuffer()))).body.image_url;
    expect(second).not.toBe(first);
    expect((await person(app).get(first ?? '')).status).toBe(404);
    expect((await patch(id, dataUrl('nothing'))).status).toBe(415);
    await shown(second);
    expect(stored()).toHaveLength(count);
    expect((await patch(id, null)).body.image_url).toBeNull();
    expect((await person(app).get(second ?? '')).status).toBe(404);
    expect(stored()).toHaveLength(count - 1);
    await host.post(`/api/raffles/${id}/open`);
    expect((await patch(id, dataUrl(await canvas(9, 9).png().toBuffer()))).body.error.code).toBe(
      'raffle_not_draft',
    );
    expect(stored()).toHaveLength(count - 1);
  });

  it('R6 deleting a draft deletes its image; an upload whose row was never written is cleaned up later', async () => {
    const { body } = await create(dataUrl(await canvas(20, 10).png().toBuffer()));
    const count = stored().length;
    await host.remove(`/api/raffles/${body.id}`);
    expect(stored()).toHaveLength(count - 1);
    const orphan = 'orphan'.padEnd(32, '_');
    mkdirSync(join(app.storage.dataDir, 'objects', 'or'), { recursive: true });
    writeFileSync(join(app.storage.dataDir, 'objects', 'or', orphan), 'left behind');
    const { query } = app.parts.database;
    const due = { object_id: orphan, due_at: app.clock.now() + 1000 };
    await query.insertInto('objects_to_remove').values(due).execute();
    const next = await create(dataUrl(await canvas(20, 10).png().toBuffer()));
    expect(stored()).toContain(orphan);
    await app.clock.advance(2000);
    await host.remove(`/api/raffles/${next.body.id}`);
    expect(stored()).not.toContain(orphan);
    const waiting = query.selectFrom('objects_to_remove').selectAll();
    expect(await waiting.execute()).toEqual([]);
  });

  it('R6 R16 a copy is a draft with the same fields and its own image, without passphrase and past deadline', async () => {
    const made = await host.post<HostRaffle>('/api/raffles', {
      title: 'Yearly party',
      description: 'As always',
      max_winners: 7,
      max_tickets: 5,
      max_entries: 90,
      deadline_at: app.clock.now() + 60_000,
      passphrase: 'sesame',
      allow_public_join: true,
      voting_enabled: false,
      chosen_animation: 'neon',
      image_url: dataUrl(await canvas(20, 10).png().toBuffer()),
    });
    const original = made.body;
    await host.post(`/api/raffles/${original.id}/invites`, { invitees: 'Ada\nBob' });
    const copyOf = async (id: string) => host.post<HostRaffle>(`/api/raffles/${id}/duplicate`);
    const { status, body: copy } = await copyOf(original.id);
    expect(status).toBe(201);
    const {
      id,
      image_url: image,
      public_link: link,
      public_url: _url,
      join_code: code,
      join_code_url: _c,
      ...same
    } = copy;
    const { requires_passphrase: _p, invitees_count: _i, created_at: _a, updated_at: _u, ...fields } = same;
    expect(original).toMatchObject(fields);
    expect(copy).toMatchObject({ status: 'draft', requires_passphrase: false, invitees_count: 0 });
    for (const [own, others] of [
      [id, original.id],
      [image, original.image_url],
      [link, original.public_link],
      [code, original.join_code],
    ]) {
      expect(own).not.toBeNull();
      expect(own).not.toBe(others);
    }
    await host.remove(`/api/raffles/${original.id}`);
    await shown(image);
    await app.clock.advance(120_000);
    expect((await copyOf(id)).body.deadline_at).toBeNull();
  });
});
