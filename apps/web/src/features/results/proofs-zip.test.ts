import type { PlannedDraws } from '@glassdrum/contract';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { drawnDraws, proofFileNames, readmeText, zipped } from './proofs-zip.ts';

const draw = (number: number, name: string | null, state: string, startedAt: number | null) => ({
  number,
  name,
  state,
  draw_id: `id-${number}`,
  started_at: startedAt,
});

const EVENING = {
  draws: [
    draw(1, 'Dinner', 'drawn', 300),
    draw(2, 'Dessert', 'skipped', null),
    draw(3, null, 'drawn', 100),
    draw(4, 'Midnight', 'planned', null),
    draw(5, 'Öl & Wein / 王小明', 'drawn', 400),
  ],
} as unknown as PlannedDraws;

test('R69 the draws that have a proof come in the order in which they were held', () => {
  expect(drawnDraws(EVENING).map(({ drawId }) => drawId)).toEqual(['id-3', 'id-1', 'id-5']);
});

test('R36 R69 names of proof files sort in the order of the draws and can be typed', () => {
  const names = proofFileNames(drawnDraws(EVENING));
  expect(names).toEqual(['draw-01-proof.json', 'draw-02-dinner-proof.json', 'draw-03-ol-wein-proof.json']);
  const many = proofFileNames(Array.from({ length: 30 }, () => ({ name: `${'long '.repeat(30)}name` })));
  expect(many.toSorted()).toEqual(many);
  expect(Math.max(...many.map((name) => name.length))).toBeLessThan(65);
});

test('R36 R69 the text says how to check each proof alone, and each later one with all before it', () => {
  const draws = drawnDraws(EVENING);
  const text = readmeText({ title: 'Gala', origin: 'https://draw.example', draws });
  expect(text).toContain('draw-02-dinner-proof.json  Dinner');
  expect(text).toContain('draw-01-proof.json  Draw 3');
  expect(text).toContain('npx fair-draw verify draw-01-proof.json\n');
  expect(text).toContain('npx fair-draw verify draw-02-dinner-proof.json --earlier draw-01-proof.json\n');
  expect(text).toContain(
    'python3 glassdrum_verify.py draw-03-ol-wein-proof.json --earlier draw-01-proof.json --earlier draw-02-dinner-proof.json\n',
  );
  expect(text).toContain('https://draw.example/verify');
  const single = readmeText({ title: 'Gala', origin: 'https://draw.example', draws: draws.slice(0, 1) });
  expect(single).not.toContain('--earlier');
});

test('R36 a ZIP gives back the bytes of every proof, also of one larger than a piece', async () => {
  const large = new Uint8Array(600_000).map((_, index) => (index * 7 + (index >> 9)) % 251);
  const blob = await zipped([
    { name: 'README.txt', bytes: new TextEncoder().encode('Read me.'), at: Date.UTC(2026, 0, 2) },
    { name: 'draw-01-proof.json', bytes: large, at: Date.UTC(2026, 0, 2) },
    { name: 'empty', bytes: new Uint8Array(0), at: Date.UTC(2026, 0, 2) },
  ]);
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['README.txt', 'draw-01-proof.json', 'empty']);
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toBe('Read me.');
  expect(Buffer.compare(files['draw-01-proof.json'] ?? new Uint8Array(), large)).toBe(0);
});
