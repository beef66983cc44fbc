/**
 * Presses what a page shows: each button, switch, item of a menu and choice, also in what opens by that, once. Links are not
 * followed but returned. Whoever uses it takes care of what the presses ask the server for.
 */
import type { Page } from '@playwright/test';

interface Control {
  kind: 'link' | 'press' | 'choose';
  name: string;
  /** Of links, as it is written. */
  href: string;
}

interface Shown {
  /** The title of what is on top of the page, if anything is. */
  overlay: string | null;
  /** How many things lie above each other: dialogs and menus. */
  depth: number;
  controls: Control[];
}

/** Pressing these says nothing of a role, and ends what is being done. */
const NEVER =
  /^(?:Log ?out|Sign out|Switch to|Copy|Print|Full screen|Close$|Cancel$|Keep |SVG|PNG|Change workspace)/iu;
/** Deeper than any dialog of the product lies. */
const DEEPEST = 4;
/** What a press asks for is on its way by then. */
const QUIET_MS = 60;
/** What was typed counts by then. */
const TYPED_MS = 400;

/** @returns addresses of all links that were seen, as they are written */
export async function pressEverything(
  page: Page,
  address: string,
  /** What was pressed already, by its place and name; what is pressed now is added. */
  pressed: Set<string>,
  /** What stands for the page in these. */
  place: string,
  /** Names of people: what is there for each of them is pressed for one. */
  names: readonly string[],
): Promise<string[]> {
  const general = (text: string): string =>
    [...names, /Ticket #?\d+/gu, /“[^”]*”/gu].reduce<string>(
      (left, name) => left.replaceAll(name, '…'),
      text,
    );
  // A dialog is the same wherever it was opened.
  const keyOf = ({ overlay }: Shown, { name }: Control): string => general(`${overlay ?? place} › ${name}`);
  const links = new Set<string>();
  const calls = countCalls(page);

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await page.waitForTimeout(QUIET_MS / 2);
      if (calls.open() > 0) quiet = -1;
    }
  };
  const open = async (): Promise<void> => {
    await goWithin(page, address);
    await settle();
  };
  /** A list that was typed is read elsewhere, and then has its button. */
  const fill = async (): Promise<void> => {
    const isChanged = await page.evaluate(() => window.pressing.fill());
    if (isChanged) await page.waitForTimeout(TYPED_MS);
  };
  /** Opens the page again, and what these presses opened. */
  const reach = async (trail: readonly Control[]): Promise<void> => {
    await open();
    for (const control of trail) {
      await fill();
      await press(page, control);
      await settle();
    }
  };

  async function explore(trail: readonly Control[]): Promise<void> {
    const { depth } = await look(page);
    for (;;) {
      await fill();
      const shown = await look(page);
      for (const { kind, href } of shown.controls) if (kind === 'link') links.add(href);
      const next = shown.controls.find((control) => {
        return control.kind !== 'link' && !NEVER.test(control.name) && !pressed.has(keyOf(shown, control));
      });
      if (next === undefined) return;
      pressed.add(keyOf(shown, next));
      const before = new URL(page.url()).pathname;
      await press(page, next);
      await settle();
      if (new URL(page.url()).pathname !== before) {
        links.add(new URL(page.url()).pathname);
        await reach(trail);
        continue;
      }
      const after = await look(page);
      if (after.depth > depth && trail.length < DEEPEST) await explore([...trail, next]);
      await backTo(depth, trail);
    }
  }

  /** Closes what lies above. */
  async function backTo(depth: number, trail: readonly Control[]): Promise<void> {
    for (let tries = 0; tries < DEEPEST && (await look(page)).depth > depth; tries += 1) {
      await page.keyboard.press('Escape');
      await settle();
    }
    if ((await look(page)).depth !== depth) await reach(trail);
  }

  await open();
  await explore([]);
  calls.stop();
  return [...links];
}

/** To another page of the app without loading it anew; what was open on the last one is gone. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const isDesk = (path: string): boolean => path.startsWith('/desk/');
  // Its policy is another one: it is loaded anew in any case.
  if (isDesk(address)) await page.goto(address);
  else {
    if (page.url() === 'about:blank' || isDesk(new URL(page.url()).pathname)) await page.goto('/legal');
    for (const next of ['/legal', address]) {
      await page.evaluate((path) => window.history.pushState(null, '', path), next);
      await page.locator('h1').first().waitFor();
    }
  }
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Calls that have not been answered yet, and files that have not come: a dialog may be one of its own. */
function countCalls(page: Page): { open: () => number; stop: () => void } {
  const under = new Set<unknown>();
  const begin = (request: unknown): void => void under.add(request);
  const end = (request: unknown): void => void under.delete(request);
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('framenavigated', () => under.clear());
  return {
    open: () => under.size,
    stop() {
      page.off('request', begin);
      page.off('requestfinished', end);
      page.off('requestfailed', end);
    },
  };
}

function look(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const { overlays, controls } = window.pressing.shown();
    return {
      overlay: overlays.at(-1)?.title ?? null,
      depth: overlays.length,
      controls: controls.map(({ kind, name, href }) => ({ kind, name, href })),
    };
  });
}

const press = (page: Page, { kind, name }: Control): Promise<void> =>
  page.evaluate(([wanted, of]) => window.pressing.press(wanted, of), [name, kind] as const);

declare global {
  interface Window {
    pressing: {
      shown: () => {
        overlays: { title: string; element: Element }[];
        controls: (Control & { element: HTMLElement })[];
      };
      press: (name: string, kind: string) => void;
      /** Something plausible in each field that is empty, and a change in each that is not. True: some were changed. */
      fill: () => boolean;
    };
  }
}

/** Must run in the page before `pressEverything`. */
export async function preparePressing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true], .toast') === null;
    const text = (element: Element | null | undefined): string =>
      (element?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
    const named = (element: Element): string => {
      const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const labels = element instanceof HTMLSelectElement ? [...element.labels] : [];
      const all = [...by.map((id) => document.getElementById(id)), ...labels].map(text);
      return element.getAttribute('aria-label') ?? (all.join(' ').trim() || text(element));
    };
    const overlaysShown = () =>
      [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
        .filter(isShown)
        .map((element) => ({
          title: element.matches('[role=menu]') ? 'Menu' : named(element),
          element,
        }));
    const scope = (): Element => overlaysShown().at(-1)?.element ?? document.body;
    const CONTROLS =
      'a[href], button, [role^=menuitem]:not([role=menuitemradio]), summary, select, input[type=radio], input[type=checkbox]';
    const kindOf = (element: Element): Control['kind'] => {
      if (element.matches('a[href]:not([role])')) return 'link';
      return element.matches('select') ? 'choose' : 'press';
    };
    const controls = () =>
      [...scope().querySelectorAll<HTMLElement>(CONTROLS)]
        .filter((element) => isShown(element) && !element.matches(':disabled, [aria-disabled=true]'))
        .map((element) => ({
          kind: kindOf(element),
          name: named(element),
          href: element.getAttribute('href') ?? '',
          element,
        }));
    /** As a person types: React hears of it. */
    const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
      const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const plausible = (field: HTMLInputElement | HTMLTextAreaElement): string | null => {
      const label = [...(field.labels ?? [])].map(text).join(' ');
      const confirmed = /^Type (?<word>.+) to confirm/u.exec(label)?.groups?.['word'];
      if (confirmed !== undefined) return confirmed;
      const plain = { text: 'Something', textarea: 'Something', email: 'somebody@example.org', number: '1' };
      if (field.value !== '') {
        return field.type in plain && field.type.startsWith('text') && !field.value.endsWith(' 2')
          ? `${field.value} 2`
          : null;
      }
      if (/numbers/iu.test(label)) return '1-2';
      if (field.type === 'url') return 'https://example.org/';
      return plain[field.type as keyof typeof plain] ?? null;
    };
    window.pressing = {
      shown: () => ({ overlays: overlaysShown(), controls: controls() }),
      press(name, kind) {
        const element = controls().find((one) => one.name === name && one.kind === kind)?.element;
        if (element === undefined) return;
        element.focus();
        if (element instanceof HTMLSelectElement) {
          const other = [...element.options].find(({ selected, disabled }) => !selected && !disabled);
          if (other === undefined) return;
          element.value = other.value;
          element.dispatchEvent(new Event('change', { bubbles: true }));
          return;
        }
        const pointer = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' };
        element.dispatchEvent(new PointerEvent('pointerdown', pointer));
        element.dispatchEvent(new PointerEvent('pointerup', pointer));
        element.click();
      },
      fill() {
        const fields = scope().querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
        let isChanged = false;
        for (const field of fields) {
          if (!isShown(field) || field.disabled || field.readOnly || field.type === 'search') continue;
          const value = plausible(field);
          if (value === null) continue;
          type(field, value);
          isChanged = true;
        }
        return isChanged;
      },
    };
  });
}
