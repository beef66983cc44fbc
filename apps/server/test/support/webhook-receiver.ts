/** A receiver of webhooks on the test's own machine, which keeps what it was sent and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { WebhookPayload } from '@glassdrum/contract';

interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TestReceiver {
  /** `http://127.0.0.1:PORT/hook`; installations reach it with `RECEIVERS_ALLOWED`. */
  url: string;
  port: number;
  calls: ReceivedCall[];
  /** Of the calls, in order. */
  types(): string[];
  /** How the next calls are answered. Default: 204. */
  answer: (response: ServerResponse, call: ReceivedCall) => void;
  close(): Promise<void>;
}

/** The environment in which receivers of this machine are allowed. */
export const RECEIVERS_ALLOWED = { WEBHOOK_PRIVATE: '127.0.0.0/8' };

/** @param host one of this machine's addresses; `port` 0: any free one */
export async function startReceiver({ host = '127.0.0.1', port = 0 } = {}): Promise<TestReceiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const call = { path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      receiver.answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()));
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const receiver: TestReceiver = {
    url: `http://${host}:${boundPort}/hook`,
    port: boundPort,
    calls,
    types: () => calls.map(({ body }) => payloadOf(body).type),
    answer: (response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

export function payloadOf(body: string): WebhookPayload {
  return JSON.parse(body) as WebhookPayload;
}

/** Answers with a status, and headers where there are some. */
export function answering(
  status: number,
  headers: Record<string, string> = {},
): (response: ServerResponse) => void {
  return (response) => void response.writeHead(status, headers).end();
}
