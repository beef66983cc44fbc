/** Draws as they should go, and phones that slept, lost their network or came second. */
import { expect } from '@playwright/test';
import { newPhone, sleep, storesOpening } from '../watching-phone.ts';
import { openingRow, type Row } from './row.ts';

export const HONEST: readonly Row[] = [
  {
    title: 'honest: the seal is green',
    seal: 'green',
    says: /Everything agrees/,
    async cheat({ draw }) {
      await draw();
    },
  },
  {
    title: 'honest: a phone that slept for 20 s after it had the list and the seed is green',
    seal: 'green',
    says: /Everything agrees/,
    async cheat({ draw, phone }) {
      await draw();
      await expect(phone.page.locator('html')).toHaveAttribute('data-step', 'warmup', { timeout: 30_000 });
      await sleep(phone, 20_000);
    },
  },
  {
    title: 'honest: a phone that slept while the list was frozen is yellow',
    seal: 'yellow',
    says: /saw the list too late to confirm that it was fixed first/,
    async cheat({ draw, phone }) {
      const asleep = sleep(phone, 24_000);
      await draw();
      await asleep;
    },
  },
  {
    title: 'honest: a phone that lost its network for some seconds is green',
    seal: 'green',
    says: /Everything agrees/,
    async cheat({ draw, phone }) {
      await draw();
      await expect(phone.page.locator('html')).toHaveAttribute('data-step', 'warmup', { timeout: 30_000 });
      await phone.rewritten.setCut(true);
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      await phone.rewritten.setCut(false);
    },
  },
  {
    title: 'honest: a second device of the same person is yellow and says why',
    seal: 'yellow',
    says: /You joined on another device/,
    async cheat({ browser, server, raffle, phone, draw }) {
      const second = await newPhone(browser, server.url, { like: phone.page.context() });
      await second.page.goto(`/draw/${raffle.id}`);
      await storesOpening(second, (await openingRow(server, raffle)).id);
      await draw();
      const seal = await second.seal('yellow');
      await second.close();
      return seal;
    },
  },
];
