/** Long lists as JSON, a batch at a time (H9): neither the rows nor their text are ever whole in memory, and others get turns. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends `before`, a JSON array of all batches' items, and `after`. The first batch is read before anything is sent, so that
 * what fails there is still a refusal.
 *
 * @param list.batches items that are already as the contract says: nothing checks them any more
 */
export async function sendList(
  reply: FastifyReply,
  list: { before?: string; batches: AsyncIterable<readonly object[]>; after?: string },
): Promise<FastifyReply> {
  const { before = '', batches, after = '' } = list;
  const iterator = batches[Symbol.asyncIterator]();
  let batch = await iterator.next();

  async function* pieces(): AsyncGenerator<string> {
    yield `${before}[`;
    let separator = '';
    while (batch.done !== true) {
      const items = batch.value.map((item) => JSON.stringify(item)).join(',');
      if (items !== '') {
        yield separator + items;
        separator = ',';
      }
      batch = await iterator.next();
    }
    yield `]${after}`;
  }

  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces(), { objectMode: false }));
}
