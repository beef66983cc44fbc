/**
 * Every page in every state that it can show, one line each: pictures are taken of them (scripts/screenshots.mjs) and
 * their accessibility is tested (accessibility.spec.ts). A new screen needs a line in one of the lists in `screens/`,
 * nothing else.
 */
import { ADMIN } from './screens/admin.ts';
import { CLAIM_FORMS } from './screens/claim-form.ts';
import { CLAIMED } from './screens/claims.ts';
import { CONSOLE } from './screens/console.ts';
import { COPIES, RECURRING } from './screens/copies.ts';
import { DRAWS } from './screens/draws.ts';
import { ENDINGS } from './screens/endings.ts';
import { OPEN_PAGES } from './screens/open-pages.ts';
import { PARTICIPANTS } from './screens/participants.ts';
import { PRESENCE } from './screens/presence.ts';
import { RAFFLE_PAGE } from './screens/raffle-page.ts';
import type { Screen } from './screens/screen.ts';
import { EMBEDS, STAGE } from './screens/stage.ts';
import { TICKETS } from './screens/tickets.ts';
import { VIDEO } from './screens/video.ts';
import { WEBHOOKS } from './screens/webhooks.ts';
import { WITHOUT_PHONES } from './screens/without-phones.ts';
import { WORKSPACE } from './screens/workspace.ts';

/** In the order in which they are visited: the clock of the live draw only moves forwards. */
export const SCREENS: readonly Screen[] = [
  ...OPEN_PAGES,
  ...PARTICIPANTS,
  ...TICKETS,
  ...CONSOLE,
  ...COPIES,
  ...RECURRING,
  ...RAFFLE_PAGE,
  ...PRESENCE,
  ...WITHOUT_PHONES,
  ...ADMIN,
  ...WORKSPACE,
  ...WEBHOOKS,
  ...ENDINGS,
  ...STAGE,
  ...EMBEDS,
  ...VIDEO,
  ...DRAWS,
  ...CLAIMED,
  ...CLAIM_FORMS,
];
