/** R85 in the browser: a receiver is added, tested, told of a draw, fails, is sent to again and removed. */
import type { HostRaffle } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import {
  answering,
  RECEIVERS_ALLOWED,
  startReceiver,
  type TestReceiver,
} from '../apps/server/test/support/webhook-receiver.ts';
import { asHost, hostIn, LOOKS, seesNotice } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';

let installation: Installation;
let receiver: TestReceiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
  installation = await startInstallation({ environment: RECEIVERS_ALLOWED });
});

test.afterAll(async () => {
  await installation.stop();
  await receiver.close();
});

async function openLog(page: Page, name: string) {
  await page.getByRole('button', { name: `Log of ${name}` }).click();
  return page.getByRole('dialog', { name: `Log of ${name}` });
}

for (const look of LOOKS) {
  test(`R85 receivers of webhooks, ${look.look}`, async ({ browser }) => {
    receiver.calls.length = 0;
    receiver.answer = answering(204);
    const page = await hostIn(browser, installation.url, look, 'webhooks');
    await page.goto('/workspace/webhooks');
    await expect(page.getByText('No receivers yet')).toBeVisible();
    let secret = '';

    await test.step('one is added; what is missing is said, and its secret is shown once', async () => {
      await page.getByRole('button', { name: 'Add a receiver' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a receiver' });
      await dialog.getByRole('button', { name: 'Add a receiver' }).click();
      await expect(dialog).toContainText('Please give the receiver a name.');
      await dialog.getByLabel('Name', { exact: true }).fill('Club website');
      await dialog.getByLabel('Address').fill('https://hooks.slack.com/services/T0/B0/x');
      await expect(dialog.getByRole('radio', { name: 'Slack' })).toBeChecked();
      await dialog.getByRole('radio', { name: 'JSON' }).check();
      await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
      await dialog.getByRole('button', { name: 'Add a receiver' }).click();
      await expect(dialog).toContainText('This is not an address of the public internet.');
      await dialog.getByLabel('Address').fill(receiver.url);
      await dialog.getByLabel('The list of a draw is frozen').check();
      await dialog.getByRole('button', { name: 'Add a receiver' }).click();
      const shown = page.getByRole('dialog', { name: 'The secret of Club website' });
      secret = await shown.getByLabel('Secret').inputValue();
      expect(secret).toMatch(/^whsec_/);
      await shown.getByRole('button', { name: 'I’ve stored it' }).click();
      await page.reload();
      await expect(page.getByText('Club website')).toBeVisible();
      await expect(page.getByText(secret)).toHaveCount(0);
    });

    await test.step('a test arrives, signed, and the log says so', async () => {
      await page.getByRole('button', { name: 'Send a test to Club website' }).click();
      const log = page.getByRole('dialog', { name: 'Log of Club website' });
      await expect(log.getByText('Arrived')).toBeVisible();
      expect(receiver.types()).toEqual(['webhook.test']);
      expect(receiver.calls[0]?.headers['webhook-signature']).toMatch(/^v1,/);
      await page.keyboard.press('Escape');
    });

    const { id } = await test.step('a raffle is told of, and a receiver that fails is seen to', async () => {
      receiver.answer = answering(500);
      const made = await asHost<HostRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
        title: 'Harvest gala',
        allow_public_join: true,
      });
      const raffle = await asHost<HostRaffle>(
        page.request,
        installation.url,
        'POST',
        `/api/raffles/${made.id}/open`,
      );
      await joinByLink(installation.url, raffle.public_link ?? '', 'Ada Quillfeather');
      await expect.poll(() => receiver.types()).toContain('raffle.opened');
      const log = await openLog(page, 'Club website');
      await expect(log.getByText('Harvest gala')).toBeVisible();
      await expect(log.getByText('Answer 500')).toBeVisible();
      await log.getByRole('button', { name: /^Details of A raffle opens/ }).click();
      await expect(log.getByLabel('What is sent')).toContainText('"title": "Harvest gala"');
      return raffle;
    });

    await test.step('it is sent again with the same id', async () => {
      receiver.answer = answering(204);
      const log = page.getByRole('dialog', { name: 'Log of Club website' });
      await expect(log.getByText('Waiting')).toHaveCount(0, { timeout: 60_000 });
      await log.getByRole('button', { name: /^Send again: A raffle opens/ }).click();
      await seesNotice(page, 'On its way again');
      const idsOf = (): unknown[] =>
        receiver.calls
          .filter(({ body }) => body.includes('raffle.opened'))
          .map(({ headers }) => headers['webhook-id']);
      await expect.poll(() => idsOf().length).toBeGreaterThan(2);
      expect(new Set(idsOf()).size).toBe(1);
      await page.keyboard.press('Escape');
    });

    await test.step('paused, nothing arrives; resumed, a draw does, with its winner', async () => {
      await page.getByRole('button', { name: 'Pause Club website' }).click();
      await seesNotice(page, 'Receiver paused');
      await expect(page.getByText('What happens meanwhile is not sent later.')).toBeVisible();
      await page.getByRole('button', { name: 'Resume Club website' }).click();
      await seesNotice(page, 'Receiver active again');
      await asHost(page.request, installation.url, 'POST', `/api/raffles/${id}/draw`);
      await expect.poll(() => receiver.types(), { timeout: 90_000 }).toContain('draw.result');
      expect(receiver.types()).toContain('draw.frozen');
      expect(receiver.calls.at(-1)?.body).toContain('Ada Quillfeather');
    });

    await test.step('it is removed', async () => {
      await page.getByRole('button', { name: 'Remove Club website' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await seesNotice(page, 'Receiver removed');
      await expect(page.getByText('No receivers yet')).toBeVisible();
    });
  });
}
