/** Each arrow of ARCHITECTURE.md, broken on purpose in a small copy of the project: the check must name it and fail. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..');
let project = '';

afterEach(() => rmSync(project, { recursive: true, force: true }));

/** A project in which every arrow holds. */
const SOUND: Record<string, string> = {
  'packages/fair-draw/package.json':
    '{"name":"@glassdrum/fair-draw","exports":{".":"./src/index.ts","./test-chain":"./src/test-chain.ts"}}',
  'packages/fair-draw/src/index.ts': "import '@noble/hashes/sha2.js';\nexport const draw = 1;\n",
  'packages/fair-draw/src/test-chain.ts': 'export const secret = 1;\n',
  'packages/fair-draw/src/index.test.ts': "import 'node:fs';\nimport 'vitest';\nimport './index.ts';\n",
  'packages/raffle-rules/package.json':
    '{"name":"@glassdrum/raffle-rules","exports":{".":"./src/index.ts","./unicode-looks":"./src/unicode-looks.ts"}}',
  'packages/raffle-rules/src/unicode-looks.ts': 'export const table = 1;\n',
  'packages/raffle-rules/src/index.ts': "export { draw } from '@glassdrum/fair-draw';\n",
  'packages/contract/package.json': '{"name":"@glassdrum/contract","exports":{".":"./src/index.ts"}}',
  'packages/contract/src/index.ts':
    "import 'zod';\nimport '@glassdrum/raffle-rules';\nexport const call = 1;\n",
  'apps/server/package.json': '{"name":"@glassdrum/server"}',
  'apps/server/src/main.ts': "import './compose.ts';\n",
  'apps/server/src/compose.ts':
    "import './features/draws/routes.ts';\nimport './platform/live/hub.ts';\nexport {};\n",
  'apps/server/src/platform/live/hub.ts': "import '../bus/bus.ts';\nexport {};\n",
  'apps/server/src/platform/bus/bus.ts': 'export {};\n',
  'apps/server/src/features/draws/routes.ts':
    "import '../raffles/raffle-gate.ts';\nimport '../raffles/queries.ts';\nimport '../raffles/joining/commands.ts';\nimport '../../audit/audit.ts';\nimport './director.ts';\nexport {};\n",
  'apps/server/src/features/draws/running/director.ts':
    "import '@glassdrum/contract';\nimport 'node:fs';\nexport {};\n",
  'apps/server/src/features/raffles/raffle-gate.ts': 'export {};\n',
  'apps/server/src/features/raffles/queries.ts': 'export {};\n',
  'apps/server/src/features/raffles/present.ts': 'export {};\n',
  'apps/server/src/features/raffles/joining/commands.ts': 'export {};\n',
  'apps/server/src/features/raffles/joining/present.ts': 'export {};\n',
  'apps/server/src/audit/audit.ts': "import '../platform/bus/bus.ts';\nexport {};\n",
  'apps/server/src/work/lane.ts': "import '../platform/bus/bus.ts';\nexport {};\n",
  'apps/server/src/config.ts': 'export {};\n',
  'apps/server/src/demo/main.ts': "import '../compose.ts';\nimport '@glassdrum/fair-draw/test-chain';\n",
  'apps/server/src/dev/main.ts': "import '../compose.ts';\nimport './mailbox-page.ts';\n",
  'apps/server/src/dev/mailbox-page.ts': 'export {};\n',
  'apps/server/test/support/test-app.ts': "import '../../src/compose.ts';\nexport {};\n",
  'apps/server/src/platform/live/hub.test.ts': "import '../../../test/support/test-app.ts';\n",
  'apps/web/package.json': '{"name":"@glassdrum/web"}',
  'apps/web/src/main.tsx':
    "import './features/landing/page.tsx';\nimport './styles.css';\nexport const a = <p />;\n",
  'apps/web/src/features/landing/page.tsx':
    "import '../../chat/chat.ts';\nimport '../../checking/checking.ts';\nimport './part.tsx';\nexport {};\n",
  'apps/web/src/features/landing/part.tsx': 'export {};\n',
  'apps/web/src/features/results/page.tsx': 'export {};\n',
  ...Object.fromEntries(
    ['ui', 'api', 'live', 'storage', 'participation', 'checking', 'chat', 'show-player'].map((folder) => [
      `apps/web/src/${folder}/${folder}.ts`,
      "import '../messages/generated/messages.js';\nexport {};\n",
    ]),
  ),
};

function build(planted: Record<string, string>): void {
  if (project !== '') rmSync(project, { recursive: true, force: true });
  project = mkdtempSync(join(tmpdir(), 'arrows-'));
  for (const [path, text] of Object.entries({ ...SOUND, ...planted })) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

function check(): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'scripts/check-imports.mjs'), project],
    { encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

test('a project in which every arrow holds passes', () => {
  build({});
  expect(check()).toEqual({ status: 0, output: expect.stringContaining('every arrow holds') });
});

test('a check that finds no file fails', () => {
  project = mkdtempSync(join(tmpdir(), 'arrows-'));
  mkdirSync(join(project, 'packages'));
  mkdirSync(join(project, 'apps'));
  expect(check().status).toBe(1);
});

type Violation = [arrow: string, file: string, line: string, sentence: string];

/** Each of these layers of the web app, from the lowest to the highest, uses the next one. */
function webArrows(layers: readonly string[]): Violation[] {
  return layers.slice(1).map((above, index): Violation => {
    const own = layers[index] ?? '';
    const file = above.startsWith('features/') ? 'page.tsx' : `${above}.ts`;
    return [
      `${own} uses nothing above its layer`,
      `apps/web/src/${own}/x.ts`,
      `import '../${above}/${file}';`,
      `apps/web/src/${own} may use only`,
    ];
  });
}

const violations: Violation[] = [
  [
    'an installation has no mailbox page',
    'apps/server/src/main.ts',
    "import './dev/mailbox-page.ts';",
    'An installation has nothing of',
  ],
  [
    'H14: browsers load no list of look-alikes',
    'apps/web/src/main.tsx',
    "import '@glassdrum/raffle-rules/unicode-looks';",
    'is too large for browsers',
  ],
  ['fair-draw is pure', 'packages/fair-draw/src/x.ts', "import 'node:fs';", 'must not use node:fs'],
  [
    'fair-draw is pure, old spelling',
    'packages/fair-draw/src/x.ts',
    "import 'crypto';",
    'must not use crypto',
  ],
  ['raffle-rules is pure', 'packages/raffle-rules/src/x.ts', "import 'node:crypto';", 'is pure'],
  ['contract is pure', 'packages/contract/src/x.ts', "export * from 'node:url';", 'is pure'],
  ['fair-draw uses noble only', 'packages/fair-draw/src/x.ts', "import 'zod';", 'may use only @noble/curves'],
  ['contract uses zod only', 'packages/contract/src/x.ts', "import 'fastify';", 'may use only zod'],
  [
    'fair-draw ← raffle-rules',
    'packages/fair-draw/src/x.ts',
    "import '@glassdrum/raffle-rules';",
    'only itself',
  ],
  [
    'raffle-rules ← contract',
    'packages/raffle-rules/src/x.ts',
    "import '@glassdrum/contract';",
    'only fair-draw',
  ],
  [
    'contract ← apps',
    'packages/contract/src/x.ts',
    "import '../../../apps/server/src/main.ts';",
    'may use only',
  ],
  [
    'tests of a package keep its arrow',
    'packages/fair-draw/test/x.test.ts',
    "import '@glassdrum/contract';",
    'only itself',
  ],
  [
    'web does not use the server',
    'apps/web/src/x.ts',
    "import '../../server/src/bus/bus.ts';",
    'never import each other',
  ],
  [
    'server does not use the web',
    'apps/server/src/x.ts',
    "import '@glassdrum/web/src/ui/button.tsx';",
    'never import each other',
  ],
  ['the browser has no node', 'apps/web/src/live/x.ts', "import 'node:events';", 'has no node:events'],
  [
    'feature ← feature by its doors',
    'apps/server/src/features/draws/x.ts',
    "import '../raffles/present.ts';",
    'only through its commands',
  ],
  [
    '… also for types',
    'apps/server/src/features/draws/x.ts',
    "import type { A } from '../raffles/present.ts';",
    'only through its commands',
  ],
  [
    '… also inside a type',
    'apps/server/src/features/draws/x.ts',
    "export type A = import('../raffles/present.ts').A;",
    'only through its commands',
  ],
  [
    '… also later',
    'apps/server/src/features/draws/x.ts',
    "export const a = await import('../raffles/present.ts');",
    'only through its commands',
  ],
  [
    '… also passed on',
    'apps/server/src/features/draws/x.ts',
    "export { a } from '../raffles/present.ts';",
    'only through its commands',
  ],
  [
    '… also as a worker',
    'apps/server/src/features/draws/x.ts',
    "export const a = new URL('../raffles/present.ts', import.meta.url);",
    'only through its commands',
  ],
  [
    'only entry points use compose.ts',
    'apps/server/src/features/draws/x.ts',
    "import '../../compose.ts';",
    'Only the entry points',
  ],
  [
    'main.ts joins nothing itself',
    'apps/server/src/main.ts',
    "import './features/draws/routes.ts';",
    'Only compose.ts joins',
  ],
  [
    'web features are no siblings',
    'apps/web/src/features/landing/x.tsx',
    "import '../results/page.tsx';",
    "don't use sibling features",
  ],
  ...webArrows(['ui', 'api', 'live', 'storage', 'participation', 'features/results']),
  ...['participation', 'checking', 'chat', 'show-player'].flatMap((own, _index, siblings) =>
    siblings
      .filter((other) => other !== own)
      .map((other): Violation => [
        `${own} does not use its sibling ${other}`,
        `apps/web/src/${own}/x.ts`,
        `import type { X } from '../${other}/${other}.ts';`,
        `${own}/ doesn't use its sibling ${other}/`,
      ]),
  ),
  [
    'a folder of the web app has a layer',
    'apps/web/src/helpers/x.ts',
    "import '../ui/ui.ts';",
    'apps/web/src/helpers has no layer yet',
  ],
  [
    'only main and routes know pages',
    'apps/web/src/ui/x.ts',
    "import '../main.tsx';",
    'apps/web/src/ui may use only messages, not apps/web/src/main.tsx',
  ],
  [
    'shipped code uses no test code',
    'apps/server/src/platform/live/x.ts',
    "import '../../../test/support/test-app.ts';",
    'must not use test code',
  ],
  [
    'shipped code knows no test beacon',
    'apps/server/src/platform/live/x.ts',
    "import '@glassdrum/fair-draw/test-chain';",
    'Only tests and the demonstration',
  ],
  [
    'apps use no tools',
    'apps/web/src/x.ts',
    "import '../../../scripts/lib/run.mjs';",
    "the repository's tools",
  ],
  [
    'a feature of several parts opens each only by its doors',
    'apps/server/src/features/draws/x.ts',
    "import '../raffles/joining/present.ts';",
    'only through its commands, queries or gates',
  ],
  ...['platform', 'work', 'audit'].flatMap((layer): Violation[] => [
    [
      `${layer} uses no feature`,
      `apps/server/src/${layer}/x/y.ts`,
      "import '../../features/raffles/queries.ts';",
      'Only compose.ts joins features',
    ],
    [
      `${layer} uses nothing above the platform`,
      `apps/server/src/${layer}/x/y.ts`,
      "import '../../config.ts';",
      `${layer}/ uses only`,
    ],
  ]),
  [
    'the platform does not use the queue',
    'apps/server/src/platform/x/y.ts',
    "import '../../work/lane.ts';",
    'platform/ uses only itself',
  ],
];

test.each(violations)('%s', (_arrow, file, line, sentence) => {
  build({ [file]: `${line}\n` });
  const { status, output } = check();
  expect(output).toContain(`${file}:1`);
  expect(output).toContain(sentence);
  expect(status).toBe(1);
});

test.each([
  ['of values', "import { b } from './b.ts';\nexport const a = b;\n", 'export const a = 1;\n'],
  ['of types', "import type { B } from './b.ts';\nexport type A = B;\n", 'export type A = 1;\n'],
  ['loaded on demand', "export const b = () => import('./b.ts');\n", 'export const b = 1;\n'],
])('no files import each other in a circle: %s', (_kind, closing, open) => {
  const folders = ['apps/server/src/platform/x', 'apps/web/src/ui/x', 'packages/fair-draw/src/x'];
  const chain = (a: string): Record<string, string> =>
    Object.fromEntries(
      folders.flatMap((folder) => [
        [`${folder}/a.ts`, a],
        [`${folder}/b.ts`, "import type { C } from './c.ts';\nexport type B = C;\nexport const b = 1;\n"],
        [`${folder}/c.ts`, "export type { A as C } from './a.ts';\n"],
      ]),
    );
  build(chain(open));
  expect(check().status).toBe(0);
  build(chain(closing));
  const { status, output } = check();
  for (const folder of folders) {
    expect(output).toContain(
      `${folder}/a.ts\n    → ${folder}/b.ts\n    → ${folder}/c.ts\n    → ${folder}/a.ts`,
    );
  }
  expect(status).toBe(1);
});

/** The rules that oxlint itself checks, with the repository's own configuration. */
const lintViolations: [rule: string, files: Record<string, string>, code: string][] = [
  [
    'no default exports',
    { 'apps/server/src/platform/bus/a.ts': 'export default 1;\n' },
    'import(no-default-export)',
  ],
  [
    'kebab-case file names',
    { 'apps/server/src/platform/bus/aFile.ts': 'export const a = 1;\n' },
    'unicorn(filename-case)',
  ],
  [
    'no promise left alone',
    { 'apps/server/src/platform/bus/a.ts': 'Promise.resolve(1);\n' },
    'typescript(no-floating-promises)',
  ],
  [
    'no any',
    { 'apps/server/src/platform/bus/a.ts': 'export const a = (b: any): number => Number(b);\n' },
    'typescript(no-explicit-any)',
  ],
  [
    'switches end exhaustively',
    {
      'apps/server/src/platform/bus/a.ts':
        "export function a(b: 'x' | 'y'): number {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 0;\n}\n",
    },
    'typescript(switch-exhaustiveness-check)',
  ],
  [
    'no clock in a pure package',
    { 'packages/fair-draw/src/a.ts': 'export const a = (): number => Date.now();\n' },
    'eslint(no-restricted-properties)',
  ],
  [
    'the environment is read by the configuration alone',
    { 'apps/server/src/platform/bus/a.ts': "export const a = process.env['PORT'];\n" },
    'node(no-process-env)',
  ],
];

test.each(lintViolations)('lint: %s', (_rule, files, code) => {
  build(files);
  copyFileSync(join(repository, '.oxlintrc.json'), join(project, '.oxlintrc.json'));
  copyFileSync(join(repository, 'tsconfig.base.json'), join(project, 'tsconfig.base.json'));
  for (const workspace of ['apps/server', 'packages/fair-draw']) {
    copyFileSync(join(repository, workspace, 'tsconfig.json'), join(project, workspace, 'tsconfig.json'));
  }
  symlinkSync(join(repository, 'node_modules'), join(project, 'node_modules'));
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules/oxlint/bin/oxlint'), 'apps', 'packages'],
    { cwd: project, encoding: 'utf8' },
  );
  expect(stdout).toContain(code);
  expect(status).not.toBe(0);
});
