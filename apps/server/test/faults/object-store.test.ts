/**
 * The object store goes away in the middle of a raffle: talking goes on, the draw ends as if nothing had happened, and only
 * what is an image waits. When it is back, nothing has to be started again.
 */
import type { ErrorBody } from '@glassdrum/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { brokenPromises } from '../support/checker.ts';
import { drawToTheEnd } from '../support/drawn.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { join, openRaffle, person, signUp } from '../support/people.ts';
import { watch } from '../support/watch.ts';

let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

forEachDatabase((makeApp) => {
  test('object store down: chat text and the draw are unaffected, images wait for it', async () => {
    const app = await makeApp({ env: bucket.env });
    const address = await app.listen();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const [ada, ben] = [await join(app, link, 'Ada Lovelace'), await join(app, link, 'Ben Brown')];
    const photo = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } });
    const bytes = new Uint8Array(await photo.png().toBuffer());
    const say = (message: string) => ada.post(`/api/raffles/${id}/chat`, { raffle_id: id, message });
    const upload = async (): Promise<string> => {
      const place = { raffle_id: id, size: bytes.length };
      return (await ada.post<{ uploadURL: string }>('/api/objects/upload', place)).body.uploadURL;
    };
    const claim = (imageURL: string) =>
      ada.post<{ objectPath: string } & ErrorBody>('/api/chat-images', { imageURL });
    const put = (place: string) =>
      fetch(place, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/octet-stream' } });
    const shownAt = async (path: string): Promise<number> => (await person(app).get(path)).status;

    const first = await upload();
    expect((await put(first)).status).toBe(200);
    const { objectPath } = (await claim(first)).body;
    const second = await upload();
    expect((await put(second)).status).toBe(200);
    const listener = await watch(app, address, id, ben.headers);
    const speaker = await watch(app, address, id, ada.headers);
    speaker.send({ type: 'chat-message', data: { text: 'With an image', imageUrl: objectPath } });
    const { data: shown } = await listener.next('chat-message');
    expect(shown.imageUrl).toBe(objectPath);
    expect(await shownAt(objectPath)).toBe(200);

    await bucket.goAway();
    const received = listener.received.length;
    expect((await say('Is anybody there?')).status).toBe(201);
    const line = (await listener.next('chat-message', received)).data;
    expect(line.message).toBe('Is anybody there?');
    expect(await shownAt(objectPath)).toBe(503);
    const waiting = await claim(second);
    expect([waiting.status, waiting.body.error.code]).toEqual([503, 'unavailable']);
    // A line with an image is taken down at once; its file goes when there is somebody to ask.
    expect((await host.remove(`/api/raffles/${id}/chat/${shown.id}`)).status).toBe(200);
    const results = await drawToTheEnd(app, host, id);
    expect(results.winners.length).toBeGreaterThan(0);
    expect((await listener.next('draw:done')).data.winners).toHaveLength(results.winners.length);
    expect((await say('Congratulations!')).status).toBe(201);

    await bucket.comeBack();
    const claimed = await claim(second);
    expect(claimed.status).toBe(200);
    expect(await shownAt(claimed.body.objectPath)).toBe(200);
    expect((await host.post('/api/settings/cleanup')).status).toBe(200);
    expect(await shownAt(objectPath)).toBe(404);
    const acknowledged = [ada.joined, ben.joined];
    const { chain } = app.testChain;
    expect(await brokenPromises(app.parts.database, { acknowledged, chain, drawn: [id] })).toEqual([]);
    for (const socket of [listener, speaker]) socket.close();
  });
});
