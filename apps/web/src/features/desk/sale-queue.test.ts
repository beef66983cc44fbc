import type { SaleAnswer, SaleBody } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { CallFailed } from '../../api/call.ts';
import { createSaleQueue, type Sale, storedSales } from './sale-queue.ts';

const ANSWER: SaleAnswer = { results: [{ first: 7, last: 7, result: 'sold' }], printed: 10, sold: 1 };
const away = () => new CallFailed(0, { code: 'network', message: 'No network.' });

function sale(id: string): Sale {
  return { body: { client_id: id.padEnd(16, '0'), action: 'sell', numbers: '7' }, shown: '7' };
}

/** A desk whose server does what each test says. @param other a second page of it, with the same storage */
function desk(
  stored: string | null = null,
  other?: { kept: () => string | null; keep: (text: string | null) => void },
) {
  let own = stored;
  const kept = other?.kept ?? (() => own);
  const keep =
    other?.keep ??
    ((text: string | null): void => {
      own = text;
    });
  const sent: string[] = [];
  const retries: (() => void)[] = [];
  const server = { answer: (): Promise<SaleAnswer> => Promise.resolve(ANSWER) };
  const queue = createSaleQueue({
    read: kept,
    write: keep,
    send: (body: SaleBody) => {
      sent.push(body.client_id);
      return server.answer();
    },
    now: () => 0,
    later: (attempt) => retries.push(attempt),
  });
  return { queue, sent, retries, server, kept, keep };
}

test('R67: a sale is on the device before it is sent, and gone from it once it is answered', async () => {
  const { queue, server, kept } = desk();
  let resolve: (answer: SaleAnswer) => void = () => undefined;
  const promise = new Promise<SaleAnswer>((done) => {
    resolve = done;
  });
  server.answer = () => promise;
  queue.add(sale('a'));
  expect(kept()).toContain(sale('a').body.client_id);
  resolve(ANSWER);
  await expect.poll(() => queue.state().finished).toHaveLength(1);
  expect(kept()).toBeNull();
});

test('R67: without network sales wait, and are sent in their order with the same ids', async () => {
  const { queue, sent, retries, server } = desk();
  server.answer = () => Promise.reject(away());
  queue.add(sale('a'));
  await expect.poll(() => retries).toHaveLength(1);
  queue.add(sale('b'));
  await expect.poll(() => sent).toHaveLength(2);
  await queue.flush();
  // One attempt is due, however many sales wait.
  expect(retries).toHaveLength(1);
  expect(queue.state().isOffline).toBe(true);
  expect(queue.state().waiting).toEqual([sale('a'), sale('b')]);
  server.answer = () => Promise.resolve(ANSWER);
  await queue.flush();
  expect(queue.state()).toMatchObject({ waiting: [], isOffline: false });
  const [a, b] = [sale('a').body.client_id, sale('b').body.client_id];
  expect(sent).toEqual([a, a, a, a, b]);
});

test('R67: a page that was closed meanwhile sends what waited; what is no sale is left out', async () => {
  const { queue, sent } = desk(JSON.stringify([sale('a'), 'nonsense', { body: null, shown: '1' }]));
  await queue.flush();
  expect(sent).toEqual([sale('a').body.client_id]);
  expect(desk('{').queue.state().waiting).toEqual([]);
});

test('R67: a refused sale is said and does not hold up the next', async () => {
  const { queue, server } = desk();
  server.answer = () =>
    Promise.reject(new CallFailed(422, { code: 'numbers_unreadable', message: 'Type numbers.' }));
  queue.add(sale('a'));
  await expect.poll(() => queue.state().finished).toMatchObject([{ refusal: 'Type numbers.' }]);
  expect(queue.state().waiting).toEqual([]);
});

test('R67: a busy server is asked again', async () => {
  const { queue, retries, server } = desk();
  server.answer = () => Promise.reject(new CallFailed(429, { code: 'too_many_requests', message: 'Wait.' }));
  queue.add(sale('a'));
  await expect.poll(() => retries).toHaveLength(1);
  expect(queue.state().waiting).toHaveLength(1);
});

test('R67: sales outlive a renewed link, and go out with the new one', async () => {
  const before = desk();
  before.server.answer = () => Promise.reject(new CallFailed(404, { code: 'not_found', message: 'Gone.' }));
  before.queue.add(sale('a'));
  await expect.poll(() => before.queue.state().isLinkGone).toBe(true);
  before.queue.add(sale('b'));
  await expect.poll(() => before.sent).toHaveLength(2);
  expect(before.queue.state()).toMatchObject({ waiting: [sale('a'), sale('b')], finished: [] });
  expect(before.retries).toEqual([]);
  const after = desk(before.kept());
  await after.queue.flush();
  expect(after.sent).toEqual([sale('a').body.client_id, sale('b').body.client_id]);
  expect(after.kept()).toBeNull();
});

test('R67: a code that the desk cannot find is a refusal, not a renewed link', async () => {
  const { queue, server } = desk();
  server.answer = () =>
    Promise.reject(new CallFailed(404, { code: 'ticket_unknown', message: 'No such ticket.' }));
  queue.add(sale('a'));
  await expect.poll(() => queue.state().finished).toMatchObject([{ refusal: 'No such ticket.' }]);
});

test('R67: two pages of one desk forget nothing of each other', async () => {
  const one = desk();
  one.server.answer = () => Promise.reject(away());
  one.queue.add(sale('a'));
  const other = desk(null, one);
  other.server.answer = () => Promise.reject(away());
  other.queue.add(sale('b'));
  one.queue.add(sale('c'));
  const ids = (): string =>
    storedSales(one.kept())
      .map(({ body }) => body.client_id.charAt(0))
      .join('');
  expect(ids()).toBe('bac');
  one.server.answer = () => Promise.resolve(ANSWER);
  await expect.poll(() => one.queue.flush().then(() => one.queue.state().waiting.length)).toBe(0);
  expect(ids()).toBe('b');
});
