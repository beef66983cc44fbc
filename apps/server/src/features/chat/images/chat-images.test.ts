/** Images for the chat (C1, C9, H2, H3): one upload for one address, decoded and re-encoded, shown by its uploader only. */
import { connect } from 'node:net';
import type { ErrorBody } from '@glassdrum/contract';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';
import { sendLine } from '../commands.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

forEachDatabase((makeApp) => {
  async function scene() {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const [ada, ben] = [await join(app, link, 'Ada Lovelace'), await join(app, link, 'Ben Brown')];
    const request = (who: Person) =>
      who.post<{ uploadURL: string } & ErrorBody>('/api/objects/upload', { raffle_id: id });
    const addressFor = async (who: Person) => (await request(who)).body.uploadURL;
    const put = async (address: string, bytes: Buffer, type = 'image/png') => {
      const answer = await app.http.inject({
        method: 'PUT',
        url: address.slice(address.indexOf('/api/')),
        headers: { 'content-type': type },
        payload: bytes,
      });
      return { status: answer.statusCode, body: answer.json<ErrorBody>() };
    };
    const claim = (who: Person, imageURL: string) =>
      who.post<{ objectPath: string } & ErrorBody>('/api/chat-images', { imageURL });
    return { app, id, host, ada, ben, request, addressFor, put, claim };
  }

  const image = (width = 40, height = 30) =>
    sharp({ create: { width, height, channels: 3, background: '#c2410c' } });

  it('H2 three calls make an image of the chat, served as WebP without active content', async () => {
    const { app, id, ada, ben, addressFor, put, claim } = await scene();
    const address = await addressFor(ada);
    expect((await put(address, await image().png().toBuffer())).status).toBe(200);
    const { objectPath } = (await claim(ada, address)).body;
    const sender = { id: ada.joined.invitee_id, displayName: 'Ada Lovelace' };
    const { database, clock, bus } = app.parts;
    const keep = async (): Promise<void> => undefined;
    const lines = { consume: keep, forgive: keep };
    const parts = { database, clock, bus, images: { keep } as never, lines };
    const show = (who: typeof sender, clientId: string) =>
      sendLine(parts, id, who, { text: '', imageUrl: objectPath, clientId });
    const other = { id: ben.joined.invitee_id, displayName: 'Ben Brown' };
    await expect(show(other, 'foreign-1')).rejects.toMatchObject({ code: 'image_invalid' });
    await show(sender, 'image-no-1');
    await expect(show(sender, 'image-no-2')).rejects.toMatchObject({ code: 'image_invalid' });
    const served = await app.http.inject({ method: 'GET', url: objectPath });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    expect(String(served.headers['content-security-policy'])).toContain('sandbox');
  });

  it('C1 H2 without a session there is no address, and an image of somebody else cannot be claimed', async () => {
    const { app, ada, ben, request, addressFor, put, claim } = await scene();
    expect((await request(person(app))).status).toBe(401);
    const address = await addressFor(ada);
    expect((await claim(ada, address)).status).toBe(404);
    await put(address, await image().png().toBuffer());
    expect((await claim(ben, address)).status).toBe(404);
    expect((await claim(person(app), address)).status).toBe(401);
    expect((await claim(ada, address)).status).toBe(200);
  });

  it('H2 an address accepts one image, for ten minutes', async () => {
    const { app, ada, addressFor, put } = await scene();
    const address = await addressFor(ada);
    const bytes = await image().png().toBuffer();
    const both = await Promise.all([put(address, bytes), put(address, bytes)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await put(address, bytes)).body.error.code).toBe('upload_used');
    const late = await addressFor(ada);
    await app.clock.advance(10 * 60 * 1000);
    expect((await put(late, bytes)).status).toBe(404);
    expect((await put(`${late}/../../images`, bytes)).status).toBe(404);
  });

  it('H2 more than 10 MiB is refused, exactly 10 MiB is decoded', async () => {
    const { ada, addressFor, put } = await scene();
    const limit = 10 * 1024 * 1024;
    expect((await put(await addressFor(ada), Buffer.alloc(limit + 1))).status).toBe(413);
    expect((await put(await addressFor(ada), Buffer.alloc(limit))).status).toBe(415);
  });

  it('H2 an interrupted upload stores nothing, and its address is still valid', async () => {
    const { app, ada, addressFor, put, claim } = await scene();
    const { hostname, port } = new URL(await app.listen());
    const address = await addressFor(ada);
    const bytes = await image().png().toBuffer();
    const broken = connect(Number(port), hostname);
    broken.write(
      `PUT ${new URL(address).pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
        `Content-Type: image/png\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    broken.write(bytes.subarray(0, 50));
    const arrived = new Promise((resolve) => broken.once('close', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    broken.destroy();
    await arrived;
    expect((await claim(ada, address)).status).toBe(404);
    expect((await put(address, bytes)).status).toBe(200);
    expect((await claim(ada, address)).status).toBe(200);
  });

  it('C9 H2 H3 refuses files that are no image, whatever their type claims', async () => {
    const { ada, addressFor, put } = await scene();
    const png = await image().png().toBuffer();
    const wrong: [bytes: Buffer, type: string, status: number][] = [
      [Buffer.from(SVG), 'image/png', 415],
      [Buffer.from(SVG), 'image/svg+xml', 415],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg', 415],
      [Buffer.from('%PDF-1.7'), 'application/octet-stream', 415],
      [Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')]), 'image/gif', 422],
      [png.subarray(0, 60), 'image/png', 422],
      [await image(9000, 9000).png().toBuffer(), 'image/png', 422],
    ];
    for (const [bytes, type, status] of wrong) {
      expect([type, bytes.length, (await put(await addressFor(ada), bytes, type)).status]).toEqual([
        type,
        bytes.length,
        status,
      ]);
    }
  });

  it('C9 H3 re-encoding removes what an image carries: a script behind it, EXIF and a place', async () => {
    const { app, ada, addressFor, put, claim } = await scene();
    const exif = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const jpeg = await image().withExif(exif).jpeg().toBuffer();
    expect(jpeg.includes('SECRET-OWNER')).toBe(true);
    const address = await addressFor(ada);
    expect((await put(address, Buffer.concat([jpeg, Buffer.from(SVG)]), 'image/jpeg')).status).toBe(200);
    const { objectPath } = (await claim(ada, address)).body;
    const served = (await app.http.inject({ method: 'GET', url: objectPath })).rawPayload;
    expect((await sharp(served).metadata()).exif).toBeUndefined();
    expect(served.includes('SECRET-OWNER') || served.includes('script')).toBe(false);
  });

  it('H2 remote and data addresses are refused', async () => {
    const { id, ada, claim } = await scene();
    for (const address of [
      'https://elsewhere.example/x.png',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      '/api/images/../../etc/passwd',
      'javascript:alert(1)',
    ]) {
      expect([address, (await claim(ada, address)).status]).toEqual([address, 400]);
    }
    const posted = await ada.post(`/api/raffles/${id}/chat`, {
      raffle_id: id,
      message: '',
      imageUrl: 'https://elsewhere.example/x.png',
    });
    expect(posted.status).toBe(400);
  });
});
