/** H14 from outside: who tries to look like the host or the product, and what the chat keeps of invisible characters. */
import type { ChatHistoryAnswer, ErrorBody } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../support/people.ts';
import { watch } from '../support/watch.ts';

const LIKE_HOSTS = [
  'Нⲟѕt',
  'Hⲟst',
  'ᕼost',
  'Syst℮m',
  'Host (official)',
  'Hаnna  Нost',
  'Hanna Host ✓',
  'Mоderator',
];
const MARKED = `Z${'\u0301\u0316'.repeat(49)}`;

forEachDatabase((makeApp) => {
  test('H14: nobody joins, is invited or signs up with a name that is taken for another', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const refusalOf = async (name: string): Promise<unknown[]> => {
      const answer = await person(app).post<ErrorBody>('/api/join/public', {
        public_link: link,
        display_name: name,
      });
      return [answer.status, answer.body.error.code];
    };
    for (const name of LIKE_HOSTS) {
      expect([name, ...(await refusalOf(name))]).toEqual([name, 422, 'name_reserved']);
    }
    expect(await refusalOf(MARKED)).toEqual([422, 'name_too_many_marks']);
    expect(await refusalOf('Аnna Smith')).toEqual([422, 'name_mixed_scripts']);

    const list = [...LIKE_HOSTS, MARKED];
    const listed = await host.post<{ error: { lines: { line: number }[] } }>(`/api/raffles/${id}/invites`, {
      invitees: list.join('\n'),
    });
    expect(listed.body.error.lines.map(({ line }) => line)).toEqual(list.map((_name, index) => index + 1));

    for (const [index, name] of ['Ѕystem', 'Raffle Operatοr', 'Hanna\u202e tsoH', MARKED].entries()) {
      const answer = await person(app).post('/api/auth/register', {
        name,
        email: `somebody${index}@example.org`,
        password: 'correct horse battery',
      });
      expect([name, answer.status]).toEqual([name, 422]);
    }
  });

  test('H14: people whose names look alike join both', async () => {
    const app = await makeApp();
    const { public_link: link } = await openRaffle(await signUp(app));
    const names = ['Anna', 'Анна', 'Αννα', 'anna', 'Ann a', '山田 Taro', 'علی‌رضا'];
    for (const name of names) expect((await join(app, link, name)).joined.display_name).toBe(name);
  });

  test('H14: a line loses controls, direction marks and what has no width, by call and by socket', async () => {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const ada = await join(app, link, 'Ada Lovelace');
    const url = `/api/raffles/${id}/chat`;
    const hidden = '\u202eon\u202c \u200bzero\u2060 \u0007bell \u2067turn\u2069 علی‌رضا 👨‍👩‍👧';
    const shown = 'on zero bell turn علی‌رضا 👨‍👩‍👧';
    expect((await ada.post(url, { raffle_id: id, message: hidden })).status).toBe(201);
    const nothing = await ada.post<ErrorBody>(url, { raffle_id: id, message: '\u200b\u202e' });
    expect([nothing.status, nothing.body.error.message]).toEqual([400, 'A message needs text or an image.']);
    const socket = await watch(app, address, id, ada.headers);
    socket.send({ type: 'chat-message', data: { text: hidden, clientId: 'line-by-socket' } });
    const lines = await eventually(app, 'two lines', async () => {
      const { messages } = (await host.get<ChatHistoryAnswer>(url)).body;
      return messages.length === 2 && messages;
    });
    expect(lines.map(({ message }) => message)).toEqual([shown, shown]);
  });
});
