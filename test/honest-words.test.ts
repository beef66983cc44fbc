/**
 * R96: what is said about fairness is one of the sentences of docs/draw-protocol.md or weaker, wherever people read it: on
 * screens, in emails and notices, on cards, in legal texts and in what the server's pages say to search engines. Phrases
 * that claim more fail, unless they are listed here with the condition under which they are true.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const CATALOGUES = 'apps/web/src/messages/en';
/** Where sentences are written that people read. Comments are not read by them, and tests are not shown to anybody. */
const SOURCES = ['apps/server/src', 'apps/web/src', 'packages/raffle-rules/src', 'packages/fair-draw/src'];
const PAGES = [
  'apps/web/index.html',
  'apps/web/public/manifest.webmanifest',
  'packages/fair-draw/package.json',
];

/** Claims that need evidence which not every draw has. */
const STRONG: readonly RegExp[] = [
  /\b(?:nobody|no ?one|none|neither)\b[^.!?]*\b(?:can|could|cannot|able to)\b/i,
  /\b(?:can't|cannot|can not|could not|couldn't|never) be (?:rigged|faked|forged|manipulated|cheated|influenced|predicted|steered|tampered|taken back)\b/i,
  /\b(?:rig|rigged|unriggable|rig-proof|cheat-proof|tamper-?proof|unhackable|bulletproof|foolproof)\b/i,
  /\bimpossible\b/i,
  /\b(?:provabl[ey]|verifiabl[ey]|demonstrabl[ey]|mathematically|absolutely|completely|perfectly|100 ?%) (?:fair|random|honest|secure|certain)\b/i,
  /\b(?:truly|fully|genuinely) random\b/i,
  /\bguarantee[sd]?\b/i,
  /\btrustless\b/i,
  /\bprove[sd]? (?:that )?(?:the draw|it|this draw|everything) (?:is|was) fair\b/i,
];

/** Said all the same, and why that is true. */
const ALLOWED: Readonly<Record<string, string>> = {
  'Provably Fair • Cryptographically Secure': 'the specification’s badge, word for word',
  'Provably Fair': 'the specification’s card title, word for word',
  'Provably Fair Verification': 'the specification’s heading above the check itself, word for word',
  'Neither the host nor the server could know or choose the result.':
    'the protocol’s sentence of level "beacon" with the check "witnesses" passed; see the tests below',
};

interface Text {
  where: string;
  text: string;
}

/** All texts of a catalogue; a message with plurals has several. */
function messagesIn(value: unknown, where: string): Text[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => messagesIn(one, where));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => messagesIn(one, `${where} ${key}`));
  }
  return [];
}

/** Every text of a source that has words in it: what a screen, a mail or a refusal is made of. */
function textsOfSource(name: string, code: string): Text[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found: Text[] = [];
  const note = (text: string, at: number): void => {
    if (/\p{L}\s+\p{L}/u.test(text))
      found.push({ where: `${name}:${code.slice(0, at).split('\n').length}`, text });
  };
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && note(node.value, node.start),
    TemplateLiteral: (node) => note(node.quasis.map(({ value }) => value.cooked ?? '').join('…'), node.start),
    JSXText: (node) => note(node.value, node.start),
  }).visit(program);
  return found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|fuzz\.test|slow\.test)\.tsx?$/.test(path))
    .filter((path) => !path.includes('/messages/generated/'));
}

const contentOf = (path: string): string => readFileSync(join(root, path), 'utf8');

function allTexts(): Text[] {
  const catalogues = readdirSync(join(root, CATALOGUES)).flatMap((file) =>
    messagesIn(JSON.parse(contentOf(`${CATALOGUES}/${file}`)), file),
  );
  const sources = SOURCES.flatMap(filesBelow).flatMap((path) => textsOfSource(path, contentOf(path)));
  // As the tags and comments leave it.
  const pages = PAGES.flatMap((path) =>
    contentOf(path)
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .split('\n')
      .map((text, line) => ({ where: `${path}:${line + 1}`, text })),
  );
  return [...catalogues, ...sources, ...pages];
}

/** Read once for all tests. */
let texts: Text[] | null = null;
const shownTexts = (): Text[] => (texts ??= allTexts());

const tooStrong = (read: readonly Text[]): string[] =>
  read
    .filter(({ text }) => !(text in ALLOWED) && STRONG.some((claim) => claim.test(text)))
    .map(({ where, text }) => `${where}: ${text}`);

describe('R96: words fit the evidence', () => {
  it('nothing that people read claims more than a draw can show', () => {
    // Catalogues, letters, refusals, cards and legal texts are among them.
    expect(shownTexts().length).toBeGreaterThan(2_000);
    expect(tooStrong(shownTexts())).toEqual([]);
  });

  it.each([
    'Nobody can rig it, not even us.',
    'Nobody, not even the operator, could know the outcome.',
    'No one at all can change the list.',
    'Neither you nor we can choose.',
    'The result cannot be rigged.',
    'Cheating is impossible here.',
    'This draw is provably fair.',
    'We guarantee a fair draw.',
    'Winners are truly random.',
  ])('finds %j', (text) => {
    expect(tooStrong([{ where: 'planted', text }])).toHaveLength(1);
  });

  it('finds it in a source as well, but not in its comments', () => {
    const code =
      "// Nobody can rig it.\nexport const a = 'Nobody can rig it.';\nexport const b = `So ${1} is impossible`;\n";
    expect(tooStrong(textsOfSource('planted.ts', code))).toHaveLength(2);
  });

  it('every exception is still said somewhere', () => {
    const said = new Set(shownTexts().map(({ text }) => text));
    expect(Object.keys(ALLOWED).filter((text) => !said.has(text))).toEqual([]);
  });

  it('the strongest sentence is chosen in one place, and only where witnesses are known to have signed', () => {
    const users = filesBelow('apps/web/src').filter((path) =>
      contentOf(path).includes('checking_level_beacon_witnessed'),
    );
    expect(users).toEqual(['apps/web/src/ui/assurance-texts.ts']);
    expect(contentOf('apps/web/src/ui/assurance-texts.ts')).toContain(
      'hasWitnesses ? m.checking_level_beacon_witnessed() : m.checking_level_beacon_text()',
    );
  });
});
