import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { browser } from '../../../../test/support/browser.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { ConfigError } from '../../../config.ts';
import { parseLegalTexts, readLegalFile } from './read-legal-file.ts';

const TEXT = `Last updated: January 2, 2026

# Privacy Policy

## 1. Who
We, the club.

# Terms of Service

Be kind.
`;

const folder = mkdtempSync(join(tmpdir(), 'glassdrum-legal-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problems(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('LEGAL_FILE', () => {
  test('is a date and two parts, in any order', () => {
    expect(parseLegalTexts(TEXT.replaceAll('\n', '\r\n'))).toEqual({
      updated: 'January 2, 2026',
      terms: 'Be kind.',
      privacy: '## 1. Who\nWe, the club.',
    });
  });

  test('reports everything that is missing', () => {
    expect(problems(() => parseLegalTexts('# Imprint\n\nWe'))).toEqual([
      'LEGAL_FILE needs a line like "Last updated: August 15, 2025".',
      'LEGAL_FILE needs a text under the heading "# Terms of Service".',
      'LEGAL_FILE needs a text under the heading "# Privacy Policy".',
    ]);
  });

  test('must be readable, and not too large', () => {
    const path = join(folder, 'latin1.md');
    writeFileSync(path, Buffer.from([0x23, 0x20, 0xe4]));
    expect(problems(() => readLegalFile(path))[0]).toMatch(/cannot be read as a text in UTF-8/);
    expect(problems(() => readLegalFile(join(folder, 'missing.md')))[0]).toMatch(/cannot be read/);
    expect(problems(() => parseLegalTexts('x'.repeat(300_000)))).toEqual([
      'LEGAL_FILE holds more than 256 kB.',
    ]);
  });
});

forEachDatabase((makeApp) => {
  test("the operator's texts are served, and none where there are none", async () => {
    const path = join(folder, 'own.md');
    writeFileSync(path, TEXT);
    const own = await makeApp({ env: { LEGAL_FILE: path } });
    expect((await browser(own).call('GET', '/api/legal')).body).toMatchObject({
      own: { updated: 'January 2, 2026', terms: 'Be kind.' },
    });
    const plain = await makeApp();
    expect((await browser(plain).call('GET', '/api/legal')).body).toEqual({ own: null });
  });
});
