/**
 * People who join, as a process of their own: each connection sends its next call when the answer to the last one is
 * there. It speaks just enough HTTP/1.1 itself, so that the server is what is measured.
 *
 *   joins-client.ts PORT CONNECTIONS PUBLIC_LINK
 *
 * The parent says `{joins: count}` and gets how long all of them took, each one's time, and how many were accepted.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { monotonicMs } from './measure.ts';

const [port, connections, publicLink] = process.argv.slice(2);
const HEADERS_END = '\r\n\r\n';

interface Line {
  socket: Socket;
  /** Called with the status of the answer to the call that is under way. */
  answered: (status: number) => void;
}

let serial = 0;

function call(): string {
  serial += 1;
  const body = JSON.stringify({
    public_link: publicLink,
    display_name: `Guest Number ${serial}`,
    email: `guest${serial}@example.org`,
  });
  return (
    'POST /api/join/public HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    `Idempotency-Key: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function open(): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    const line: Line = { socket, answered: () => {} };
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      const bodyAt = text.indexOf(HEADERS_END) + HEADERS_END.length;
      if (bodyAt < HEADERS_END.length) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, bodyAt))?.[1]);
      if (text.length < bodyAt + length) return;
      const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
      text = text.slice(bodyAt + length);
      line.answered(status);
    });
    socket.once('error', reject).once('connect', () => resolve(line));
  });
}

const lines = await Promise.all(Array.from({ length: Number(connections) }, open));

process.on('message', ({ joins }: { joins: number }) => {
  const times: number[] = [];
  let begun = 0;
  let accepted = 0;
  const start = monotonicMs();
  const next = (line: Line): void => {
    if (begun === joins) return;
    begun += 1;
    const sentAt = monotonicMs();
    line.answered = (status) => {
      times.push(monotonicMs() - sentAt);
      if (status === 200 || status === 201) accepted += 1;
      if (times.length === joins) process.send?.({ ms: monotonicMs() - start, times, accepted });
      else next(line);
    };
    line.socket.write(call());
  };
  for (const line of lines) next(line);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
