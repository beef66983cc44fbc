/** A live socket as a test sees it: everything received, in order, with the manual clock's time. */
import { WebSocket } from 'ws';
import type { ConsoleMessage, NumberedRoomEvent, RoomSnapshot, ServerMessage } from '@glassdrum/contract';
import type { TestApp } from './make-app.ts';

/** A raffle's room or a host's own channel; a socket hears one of them. */
type Message = ServerMessage | ConsoleMessage;

interface Received {
  /** Epoch ms on the test's clock. */
  at: number;
  text: string;
  message: Message;
}

export interface Watch {
  received: Received[];
  /** Numbered events so far. */
  events(): NumberedRoomEvent[];
  /** Resolves with the first message of a type, or the first later than `after` received ones. */
  next<Type extends Message['type']>(type: Type, after?: number): Promise<Extract<Message, { type: Type }>>;
  send(message: object | string): void;
  /** Resolves with the code when the socket is closed. */
  closed: Promise<number>;
  close(): void;
}

const GIVE_UP_MS = 10_000;

/** Opens a socket without joining anything. Rejects with the HTTP status when the handshake is refused. */
export async function connect(
  app: TestApp,
  address: string,
  headers: Record<string, string> = {},
): Promise<Watch> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/ws`, { headers });
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    received.push({ at: app.clock.now(), text, message: JSON.parse(text) as Message });
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      socket.terminate();
    });
    socket.once('error', reject);
  });
  return {
    received,
    events: () =>
      received
        .map(({ message }) => message)
        .filter(
          (message): message is NumberedRoomEvent => 'seq' in message && !message.type.startsWith('console:'),
        ),
    next<Type extends Message['type']>(type: Type, after = 0) {
      type Wanted = Extract<Message, { type: Type }>;
      return new Promise<Wanted>((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(look);
          const types = received.map(({ message }) => message.type).join(' ');
          reject(new Error(`No "${type}" came. Received: ${types}`));
        }, GIVE_UP_MS);
        const look = (): void => {
          const found = received.slice(after).find(({ message }) => message.type === type);
          if (found === undefined) return;
          clearTimeout(giveUp);
          waiting.delete(look);
          resolve(found.message as Wanted);
        };
        waiting.add(look);
        look();
      });
    },
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closed,
    close: () => socket.close(),
  };
}

/** Opens a socket, joins a raffle's room and waits for its snapshot. */
export async function watch(
  app: TestApp,
  address: string,
  raffleId: string,
  headers: Record<string, string> = {},
): Promise<Watch & { snapshot: RoomSnapshot }> {
  const socket = await connect(app, address, headers);
  socket.send({ type: 'join-room', data: { raffleId } });
  const { data } = await socket.next('snapshot');
  return { ...socket, snapshot: data };
}
