/**
 * Which modules that several pages share travel together. Left alone, every module shared by another set of pages becomes
 * a file of its own, and the landing page would be fifteen files: on a slow line each costs more than its bytes. The sizes
 * that matter are held by scripts/first-load-size.mjs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const SOURCES = join(import.meta.dirname, '..', 'src');
const ENDINGS = ['.ts', '.tsx'];

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number];

/**
 * @param modules paths below src, without the ending
 * @param withImports whether what they import travels with them, also where other pages need only that
 */
function together(name: string, modules: readonly string[], withImports = true): Group {
  const gone = modules.find(
    (module) => !ENDINGS.some((ending) => existsSync(join(SOURCES, module + ending))),
  );
  if (gone !== undefined) throw new Error(`build/shared-files.ts names src/${gone}, which is not there.`);
  const paths = modules.map((module) => module.replaceAll('/', String.raw`[\\/]`)).join('|');
  return {
    name,
    test: new RegExp(String.raw`[\\/]src[\\/](${paths})\.tsx?$`),
    includeDependenciesRecursively: withImports,
  };
}

/** Earlier groups take what later ones would have as well. */
export const SHARED_FILES: Group[] = [
  { name: 'base', tags: ['$initial'] },
  // Before the groups that would include them: nearly every page has limits, and those where people join read addresses.
  { name: 'limits', test: /[\\/]raffle-rules[\\/]src[\\/](?:limits|email)\.ts$/ },
  // Signing in shares its icon with the passphrase of a raffle, and nothing else.
  { name: 'key-icon', test: /[\\/]icons[\\/]key-round\.mjs$/ },
  together('page', [
    'api/call',
    'api/seen-host',
    'ui/button-look',
    'ui/card',
    'ui/field',
    'ui/link-button',
    'ui/page',
    'ui/paper-ticket',
    'ui/skeleton',
    'api/way-to-console',
  ]),
  together('switch', ['ui/switch']),
  together('tabs', ['ui/tabs']),
  together('account', [
    'api/current-user',
    'features/accounts/account-forms',
    'features/accounts/code-form',
    'api/sign-in/passkeys',
    'features/accounts/sign-in-form',
    'features/accounts/sign-up-form',
    'ui/focus-first-error',
  ]),
  // The results have no connection unless somebody claims a prize.
  together('own-entry', ['checking/evidence/collect', 'participation/entry/use-own-entry']),
  together('room', [
    'live/visitor-messages',
    'live/draw-clock-of',
    'live/server-clock',
    'live/use-room',
    'show-player/preload-show',
    'ui/entry-ticket',
  ]),
  together('joining', ['participation/raffle/raffle-head']),
  together('winners', ['show-player/prize-names', 'show-player/winners'], false),
  together(
    'before-draw',
    [
      'show-player/draw-stats',
      'show-player/draw-texts',
      'show-player/show-badges',
      'show-player/sound/sound-switch',
      'show-player/sound/use-sound',
    ],
    false,
  ),
  together(
    'draw',
    [
      'show-player/draw-show',
      'show-player/draw-stage',
      'show-player/lettering',
      'show-player/reveal',
      'show-player/scene-player',
      'show-player/use-first-winners',
      'live/winner-pages',
    ],
    false,
  ),
];
