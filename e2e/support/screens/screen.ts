/** How a screen is named, reached and brought into its state. */
import type { Locator, Page } from '@playwright/test';
import { changeSnapshots, type SnapshotChange } from '../changed-snapshots.ts';
import type { Filled } from '../filled-installation.ts';
import { withoutFirstViews } from '../without-first-views.ts';

type Visitor = 'visitor' | 'host' | 'new-host' | 'operator';

export interface Screen {
  /** The page's name, for `--only`. */
  page: string;
  state: string;
  /** Who is signed in. */
  as: Visitor;
  /** Whether the public beacon answers, where it matters. */
  beacon?: 'up' | 'down';
  /** Prepares the installation; the address to visit. */
  path: (filled: Filled) => string | Promise<string>;
  /** What the visitor then does, up to the state. */
  act: (page: Page, filled: Filled) => Promise<unknown>;
}

type Path = string | Screen['path'];

export const nothing = (): Promise<void> => Promise.resolve();

export function screen(
  page: string,
  state: string,
  path: Path,
  act: Screen['act'] = nothing,
  more: Partial<Screen> = {},
): Screen {
  const address = typeof path === 'string' ? () => path : path;
  return { page, state, as: 'visitor', path: address, act, ...more };
}

export const button = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, exact: typeof name === 'string' });

export const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();

/** Also where the same text stands in a closed list first. */
export const seen = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

/** One step after the other. */
export function steps(...all: Screen['act'][]): Screen['act'] {
  return async (page, filled) => {
    for (const step of all) await step(page, filled);
  };
}

export const dialogOpen = (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();

export const dialogButton =
  (name: string | RegExp): Screen['act'] =>
  (page) =>
    button(page.getByRole('dialog').or(page.getByRole('alertdialog')).last(), name)
      .first()
      .click();

/** What the server answers, changed on its way: for states that take hours, a mail server, or an empty installation. */
export const answering =
  <Answer>(address: string | RegExp, change: (answer: Answer) => object): Screen['act'] =>
  async (page) => {
    await withoutFirstViews(page);
    await page.route(address, async (route) => {
      const request = route.request();
      // The address of a page or the name of a file may be like that of a call.
      const isCall = new URL(request.url()).pathname.startsWith('/api/');
      if (request.method() !== 'GET' || !isCall) return route.fallback();
      const answer = await route.fetch();
      return route.fulfill({ json: change((await answer.json()) as Answer) });
    });
  };

export const again: Screen['act'] = (page) => page.reload();

/** The room as `change` says, and then what is done there. */
export function withSnapshot(change: SnapshotChange, act: Screen['act']): Screen['act'] {
  return async (page, filled) => {
    await changeSnapshots(page, change);
    await page.reload();
    await act(page, filled);
  };
}

/** The live draw at one moment; the page is loaded again if the moment had passed before it was there. */
export function live(
  state: string,
  move: (filled: Filled) => Promise<void>,
  moment: string,
  beacon: 'up' | 'down' = 'up',
): Screen {
  const act = async (page: Page): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await page.locator(`html${moment}`).waitFor({ state: 'attached', timeout: 6_000 });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
        await page.reload();
      }
    }
  };
  const path = async (filled: Filled): Promise<string> => {
    await move(filled);
    return `/draw/${filled.raffles.live.id}`;
  };
  return screen('draw', state, path, act, { beacon });
}

export const at =
  (ms: number) =>
  ({ moveDrawTo }: Filled) =>
    moveDrawTo(ms);

export const invitation =
  (name: keyof Filled['raffles']) =>
  ({ freshInvite }: Filled) =>
    `/r/${freshInvite(name)}`;

export const joined = seen("You're In!");
