/**
 * Which modules that several pages share travel together. Left alone, every module shared by another set of pages becomes
 * a file of its own, and the landing page would be fifteen files: on a slow line each costs more than its bytes. The sizes
 * that matter are held by scripts/first-load-size.mjs.
 */
import type { Rolldown } from 'vite';

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number];

/** @param modules paths below src, without the ending; what they import travels with them */
function together(name: string, modules: readonly string[]): Group {
  const paths = modules.map((module) => module.replaceAll('/', String.raw`[\\/]`)).join('|');
  return {
    name,
    test: new RegExp(String.raw`[\\/]src[\\/](${paths})\.tsx?$`),
    includeDependenciesRecursively: true,
  };
}

/** Earlier groups take what later ones would have as well. */
export const SHARED_FILES: Group[] = [
  { name: 'base', tags: ['$initial'] },
  together('page', [
    'api/call',
    'ui/button-look',
    'ui/card',
    'ui/field',
    'ui/link-button',
    'ui/page',
    'ui/paper-ticket',
    'ui/skeleton',
  ]),
  together('switch', ['ui/switch']),
  together('tabs', ['ui/tabs']),
  together('account', [
    'api/current-user',
    'features/accounts/account-forms',
    'features/accounts/code-form',
    'features/accounts/focus-first-error',
    'features/accounts/passkeys',
    'features/accounts/sign-in-form',
    'features/accounts/sign-up-form',
  ]),
  together('room', [
    'live/continue-news',
    'live/draw-clock-of',
    'live/live-client',
    'live/server-clock',
    'live/talk-state',
    'participation/use-own-entry',
    'show-player/fetch-scene',
    'ui/entry-ticket',
  ]),
  together('joining', ['participation/raffle-head']),
];
