/**
 * All proofs of an evening of draws as one ZIP (R36, R69): each proof as it is served, in the order of the draws, and a text that
 * says how to check each alone and all of them as a series.
 */
import type { PlannedDraws } from '@glassdrum/contract';
import { Zip, ZipDeflate } from 'fflate';
import { fetchProof } from '../../checking/proof/fetch-proof.ts';
import { m } from '../../messages/generated/messages.js';

export interface DrawnDraw {
  drawId: string;
  name: string | null;
  /** Planned as this one, from 1. */
  number: number;
  /** When its show began, epoch ms. */
  startedAt: number;
}

export interface ZippedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Epoch ms. */
  at: number;
}

/** What is compressed at a time, so that the page answers in between. */
const PIECE_BYTES = 256 * 1024;
const LONGEST_SLUG = 40;

/** The draws that have a proof, in the order in which they were held. */
export function drawnDraws({ draws }: PlannedDraws): DrawnDraw[] {
  return draws
    .flatMap(({ state, draw_id: drawId, name, number, started_at: startedAt }) =>
      state === 'drawn' && drawId !== null ? { drawId, name, number, startedAt: startedAt ?? 0 } : [],
    )
    .toSorted((one, other) => one.startedAt - other.startedAt || one.number - other.number);
}

/** Names that stand in the order of the draws in every list of files: "draw-02-midnight-proof.json". */
export function proofFileNames(draws: readonly Pick<DrawnDraw, 'name'>[]): string[] {
  return draws.map(({ name }, index) => {
    const parts = ['draw', String(index + 1).padStart(2, '0'), slugOf(name ?? ''), 'proof'];
    return `${parts.filter((part) => part !== '').join('-')}.json`;
  });
}

/** Plain letters and digits: the name is typed into a terminal. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '');
}

interface ReadmeOf {
  title: string;
  /** Of this installation, where files are checked in a browser. */
  origin: string;
  draws: readonly Pick<DrawnDraw, 'name' | 'number'>[];
}

export function readmeText({ title, origin, draws }: ReadmeOf): string {
  const files = proofFileNames(draws.map(({ name }) => ({ name })));
  const lines = files.map(
    (file, index) => `  ${file}  ${drawTitle(draws[index] ?? { name: null, number: index + 1 })}`,
  );
  const alone = files.flatMap((file) => [
    `  npx fair-draw verify ${file}`,
    `  python3 glassdrum_verify.py ${file}`,
  ]);
  const series = files.flatMap((file, index) => {
    const earlier = files.slice(0, index).map((before) => ` --earlier ${before}`);
    return index === 0
      ? []
      : [
          `  npx fair-draw verify ${file}${earlier.join('')}`,
          `  python3 glassdrum_verify.py ${file}${earlier.join('')}`,
        ];
  });
  return [
    m.results_zip_readme_title({ title }),
    '',
    m.results_zip_readme_files(),
    '',
    ...lines,
    '',
    m.results_zip_readme_alone(),
    '',
    ...alone,
    '',
    m.results_zip_readme_browser({ address: `${origin}/verify` }),
    ...(series.length === 0 ? [] : ['', m.results_zip_readme_series(), '', ...series]),
    '',
  ].join('\n');
}

function drawTitle({ name, number }: Pick<DrawnDraw, 'name' | 'number'>): string {
  return name ?? m.next_draw_number({ number });
}

/** @throws Error when a proof cannot be had */
export async function zipOfProofs(raffleId: string, title: string, planned: PlannedDraws): Promise<Blob> {
  const draws = drawnDraws(planned);
  const names = proofFileNames(draws);
  const files: ZippedFile[] = [];
  for (const [index, { drawId, startedAt }] of draws.entries()) {
    const bytes = await fetchProof(raffleId, drawId);
    files.push({ name: names[index] ?? '', bytes, at: startedAt });
  }
  const readme = new TextEncoder().encode(readmeText({ title, origin: window.location.origin, draws }));
  return zipped([{ name: 'README.txt', bytes: readme, at: draws.at(-1)?.startedAt ?? 0 }, ...files]);
}

export async function zipped(files: readonly ZippedFile[]): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(new Uint8Array(piece));
  });
  for (const { name, bytes, at } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for (let from = 0; from === 0 || from < bytes.length; from += PIECE_BYTES) {
      file.push(bytes.subarray(from, from + PIECE_BYTES), from + PIECE_BYTES >= bytes.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  zip.end();
  return new Blob(pieces, { type: 'application/zip' });
}
