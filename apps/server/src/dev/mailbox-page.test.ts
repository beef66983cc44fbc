/** The mailbox of `npm run dev`: shows what would be sent, and exists nowhere else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mailbox as testMailbox } from '../../test/support/mailbox.ts';
import { forEachDatabase } from '../../test/support/make-app.ts';
import { mailboxPage } from './mailbox-page.ts';
import { memoryMailbox } from './memory-mailbox.ts';

const EMAIL = {
  to: 'ada@example.org',
  subject: 'Hello <b>Ada</b>',
  text: 'Hello Ada',
  html: '<html><head></head><body><p>Hello Ada</p></body></html>',
  headers: { 'List-Unsubscribe': '<https://raffles.example.org/unsubscribe/x>' },
  attachments: [{ filename: 'draw.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
};

forEachDatabase((makeApp, kind) => {
  it.runIf(kind === 'sqlite')(
    'R51 lists the emails and shows each as HTML and text, without running anything',
    async () => {
      const box = memoryMailbox(() => 0);
      const app = await makeApp({ mailer: box });
      mailboxPage(app.http, box);
      const get = async (url: string) => app.http.inject({ method: 'GET', url });
      expect((await get('/dev/mailbox')).body).toContain('No email yet');
      await box.send(EMAIL);
      const list = await get('/dev/mailbox');
      expect(list.body).toContain('ada@example.org');
      expect(list.body).not.toContain('<b>');
      const letter = await get('/dev/mailbox/1');
      for (const words of ['Hello Ada', 'BEGIN:VCALENDAR', 'List-Unsubscribe'])
        expect(letter.body).toContain(words);
      const html = await get('/dev/mailbox/1/html');
      expect(html.body).toContain('<p>Hello Ada</p>');
      expect(html.headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect((await get('/dev/mailbox/2')).statusCode).toBe(404);
    },
  );

  it.runIf(kind === 'sqlite')('M2 an installation has no such address, with mail or without', async () => {
    for (const mailer of [undefined, testMailbox()]) {
      const app = await makeApp({
        env: { NODE_ENV: 'development', DEV_MAILBOX: '1', SCREENS_URL: 'http://localhost:5173' },
        ...(mailer !== undefined && { mailer }),
      });
      expect(app.routes.filter(({ url }) => url.startsWith('/dev'))).toEqual([]);
      for (const url of ['/dev/mailbox', '/dev/mailbox/1', '/dev/mailbox/1/html']) {
        expect((await app.http.inject({ method: 'GET', url })).statusCode).toBe(404);
      }
    }
    const build = readFileSync(join(import.meta.dirname, '../../vite.config.ts'), 'utf8');
    expect(build).not.toContain('dev/');
  });
});
