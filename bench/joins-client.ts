/**
 * People who join, as a process of their own.
 *
 *   joins-client.ts PORT CONNECTIONS PUBLIC_LINK
 *
 * The parent says `{joins: count}` and gets how long all of them took, each one's time, and how many were accepted.
 */
import { randomUUID } from 'node:crypto';
import { callAll, openLines, postCall } from './http-lines.ts';

const [port, connections, publicLink] = process.argv.slice(2);

let serial = 0;

function call(): string {
  serial += 1;
  const body = {
    public_link: publicLink,
    display_name: `Guest Number ${serial}`,
    email: `guest${serial}@example.org`,
  };
  return postCall('/api/join/public', body, `Idempotency-Key: ${randomUUID()}\r\n`);
}

const lines = await openLines(Number(port), Number(connections));

process.on('message', ({ joins }: { joins: number }) => {
  void callAll(lines, joins, call).then(({ ms, times, answers }) => {
    const accepted = answers.filter(({ status }) => status === 200 || status === 201).length;
    process.send?.({ ms, times, accepted });
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
