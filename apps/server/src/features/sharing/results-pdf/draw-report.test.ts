/** The results document as it is drawn (R76): the same bytes for the same state, and nothing lost over many pages. */
import { afterEach, expect, test, vi } from 'vitest';
import { pdfTexts } from '../../../../test/support/pdf-text.ts';
import { displayFace, textFace } from '../../../platform/fonts/typeface.ts';
import { drawReport } from './draw-report.ts';
import type { ReportRow, ResultsReport } from './report.ts';

const faces = { display: displayFace(), text: textFace() };

function report(rows: ReportRow[], more: Partial<ResultsReport['draws'][number]> = {}): ResultsReport {
  return {
    title: 'Summer party',
    publicUrl: 'https://raffle.example',
    asOf: 1_764_183_300_000,
    draws: [
      {
        heading: null,
        facts: [{ label: 'Frozen list (SHA-256)', value: 'ab12cd34'.repeat(8) }],
        prizes: [{ title: 'Wine', plainTitle: 'Prize 1', rows }],
        passedOver: [],
        link: 'https://raffle.example/results/AbCdEfGhIjKlMnOpQrStUv',
        ...more,
      },
    ],
  };
}

const row = (place: number, name: string | null = `Guest ${place}`): ReportRow => ({
  place: String(place),
  entry: `#${place}`,
  name,
  since: '',
});

afterEach(() => {
  vi.useRealTimers();
});

test('R76 the same state gives the same bytes, whenever it is drawn', async () => {
  const first = await drawReport(report([row(1), row(2, 'محمد'), row(3, '山田太郎')]), faces);
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  const later = await drawReport(report([row(1), row(2, 'محمد'), row(3, '山田太郎')]), {
    display: displayFace(),
    text: textFace(),
  });
  expect(later.equals(first)).toBe(true);
  const other = await drawReport(report([row(1), row(2), row(3)]), faces);
  expect(other.equals(first)).toBe(false);
});

test('R76 a thousand winners stand on numbered pages, each once, under headings that are repeated', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => row(index + 1));
  const pages = pdfTexts(await drawReport(report(rows), faces));
  expect(pages.length).toBeGreaterThan(10);
  for (const [index, texts] of pages.entries()) {
    expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(texts).toContain(index === 0 ? 'Wine' : 'Wine (continued)');
    expect(texts).toContain('Winner');
  }
  const names = pages.flat().filter((text) => text.startsWith('Guest '));
  expect(names).toEqual(rows.map(({ name }) => name));
});

test('R76 a long name, a hash and an address are whole: they go on in further lines', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim().slice(0, 100);
  const link = `https://raffle.example/results/${'A'.repeat(120)}`;
  const pages = pdfTexts(await drawReport(report([row(1, name), row(2, 'W'.repeat(100))], { link }), faces));
  const text = pages.flat().join('');
  expect(text.replaceAll(/\s/g, '')).toContain(name.replaceAll(' ', ''));
  expect(text).toContain('W'.repeat(100));
  expect(text).toContain('ab12cd34'.repeat(8));
  expect(text).toContain(link);
  expect(text).not.toContain('…');
});

test('R76 an erased name and one in letters that no font has are said to be so; a prize keeps its number', async () => {
  const prizes = [{ title: 'ไวน์', plainTitle: 'Prize 1', rows: [row(1, null), row(2, 'สมชาย')] }];
  const texts = pdfTexts(await drawReport(report([], { prizes }), faces)).flat();
  expect(texts).toEqual(expect.arrayContaining(['Prize 1', 'Name erased', 'Name on the results page']));
});
