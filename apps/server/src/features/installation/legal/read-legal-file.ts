/**
 * The operator's own legal texts: one Markdown file with the date on its own line, `Last updated: …`, and two parts under the
 * first-level headings `# Terms of Service` and `# Privacy Policy`, in either order. Read once, at start.
 */
import { readFileSync } from 'node:fs';
import type { OwnLegalTexts } from '@glassdrum/contract';
import { ConfigError } from '../../../config.ts';

const MAX_BYTES = 256 * 1024;
const HEADINGS = { terms: 'Terms of Service', privacy: 'Privacy Policy' } as const;
const DATE = /^last updated:?\s+(.+)$/im;

/** @throws ConfigError that lists what the file lacks */
export function readLegalFile(path: string): OwnLegalTexts {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch {
    throw new ConfigError([`LEGAL_FILE names ${path}, which cannot be read as a text in UTF-8.`]);
  }
  return parseLegalTexts(text);
}

/** @throws ConfigError */
export function parseLegalTexts(text: string): OwnLegalTexts {
  const problems: string[] = [];
  if (Buffer.byteLength(text) > MAX_BYTES) throw new ConfigError(['LEGAL_FILE holds more than 256 kB.']);
  const lines = text.replace(/\r\n?/g, '\n');
  const updated = DATE.exec(lines)?.[1]
    ?.trim()
    .replace(/[*_]+$/, '');
  if (updated === undefined) problems.push('LEGAL_FILE needs a line like "Last updated: August 15, 2025".');
  const parts = lines
    .replace(DATE, '')
    .split(/^# +/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return {
        heading: part.slice(0, end < 0 ? undefined : end).trim(),
        body: end < 0 ? '' : part.slice(end).trim(),
      };
    });
  const part = (heading: string): string => {
    const body = parts.find((one) => one.heading.toLowerCase() === heading.toLowerCase())?.body ?? '';
    if (body === '') problems.push(`LEGAL_FILE needs a text under the heading "# ${heading}".`);
    return body;
  };
  const texts = { updated: updated ?? '', terms: part(HEADINGS.terms), privacy: part(HEADINGS.privacy) };
  if (problems.length > 0) throw new ConfigError(problems);
  return texts;
}
