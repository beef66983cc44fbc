import { afterEach, expect, test, vi } from 'vitest';
import { fetchVideoDraw } from './video-draw.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const plan = { freeze_hash: '0'.repeat(64), total_entries: 3, without_tickets: [2] };
const results = {
  title: 'Summer party',
  prizes: [{ prize: 1, name: 'Bicycle', quantity: 1, image_url: '/api/images/gone' }],
};

test('R76 nothing of the host’s session is in a video: all of it is fetched as any visitor', async () => {
  const called: [path: string, options: RequestInit][] = [];
  vi.stubGlobal('window', { location: { host: 'raffle.example' } });
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    called.push([path, options]);
    if (path.includes('/images/')) return Promise.resolve(new Response(null, { status: 404 }));
    const answer = path.includes('/replay')
      ? { plan, results }
      : { takenNumbers: [{ entry_number: 1, display_name: 'Ada L.' }] };
    return Promise.resolve(Response.json(answer));
  });
  const { signal } = new AbortController();
  const draw = await fetchVideoDraw({ raffleId: 'raffle', drawId: 'draw', several: true, signal });
  expect(called.map(([path]) => path)).toEqual([
    '/api/raffles/raffle/replay?draw_id=draw',
    '/api/raffles/raffle/entrants',
    '/api/images/gone',
  ]);
  for (const [, { credentials }] of called) expect(credentials).toBe('omit');
  expect(draw.entrants).toEqual([
    { number: 1, name: 'Ada L.' },
    { number: 3, name: '' },
  ]);
  expect(draw.images.size).toBe(0);
  expect(draw.address).toBe('raffle.example/results/raffle?draw=draw');
});
