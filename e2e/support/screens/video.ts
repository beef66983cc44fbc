/** The window in which the host makes a video of a draw (R76). */
import type { Page } from '@playwright/test';
import { button, dialogButton, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

const video = (state: string, act: Screen['act']): Screen =>
  screen('video', state, ({ raffles }) => `/results/${raffles.drawn.id}`, act, { as: 'host' });

const opened = steps(press('Make a Video'), dialogOpen);
const make = dialogButton('Make Video');

/** Fades alone are made fastest. */
const calm: Screen['act'] = async (page) => {
  const choice = page.getByRole('switch', { name: 'Calm version' });
  if ((await choice.getAttribute('aria-checked')) === 'false') await choice.click();
};

const withoutEncoders: Screen['act'] = (page) =>
  page.evaluate(() => Reflect.deleteProperty(window, 'VideoEncoder'));

const underWay = (page: Page): Promise<void> => page.getByText(/^[1-9]\d?%$/).waitFor();

export const VIDEO: readonly Screen[] = [
  video('choose', opened),
  video('recording', steps(opened, make, underWay)),
  video(
    'stop-question',
    steps(opened, make, underWay, dialogButton('Close'), seen(/^Stop making the video/)),
  ),
  video('cancelled', steps(opened, make, dialogButton('Cancel'), seen(/^Cancelled\./))),
  video(
    'failed',
    steps(
      (page) => page.route('**/replay?*', (route) => route.abort()),
      opened,
      make,
      seen(/could not be made/),
    ),
  ),
  video('unsupported', steps(withoutEncoders, opened, make, seen(/can't make videos/))),
  video(
    'done',
    steps(opened, calm, make, (page) => button(page, 'Download Video').waitFor({ timeout: 120_000 })),
  ),
];
