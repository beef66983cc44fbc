/** What a join is answered with, which the server writes down without checking it (R40, R87). */
import { randomUUID } from 'node:crypto';
import { joinAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { type Answer, browser, newHost } from '../../../../test/support/browser.ts';
import { newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { invitePerson, openRaffle, tryJoin } from '../test/people.ts';

forEachDatabase((makeApp) => {
  test('R40, R87: every answer to a join is what the contract says, and nothing more', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const { token } = await invitePerson(app, raffle.id, { name: 'Invited Person', email: 'i@example.org' });
    const retried = { 'idempotency-key': randomUUID() };
    const calls: [status: number, call: () => Promise<Answer>][] = [
      [201, () => tryJoin(browser(app), raffle, 'Plain "Name" \\ 名前')],
      [
        201,
        () =>
          tryJoin(browser(app), raffle, 'With Everything', { email: 'a@example.org', ...newDevice().fields }),
      ],
      [201, () => tryJoin(browser(app), raffle, 'Repeated Person', {}, retried)],
      [200, () => tryJoin(browser(app), raffle, 'Repeated Person', {}, retried)],
      [201, () => browser(app).call('POST', '/api/join', { token })],
    ];
    for (const [status, call] of calls) {
      const answer = await call();
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      // Parsing takes out what the contract does not name.
      expect(joinAnswer.parse(answer.body)).toStrictEqual(answer.body);
    }
  });
});
