/**
 * One open socket: `ws` reads frames, checks and closes; ready-made frames are written straight to the stream below,
 * always whole ones, so that they and `ws`'s own control frames never mix.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { DirectMessage } from '@glassdrum/contract';
import { textFrame } from './frame.ts';
import type { RoomSocket } from './room.ts';

/** Who is at the other end, fixed at the handshake from cookies (I3). Ids and names in frames are never asked. */
export interface SocketIdentity {
  /** SHA-256 (hex) of the participant's session secret, or null. */
  sessionHash: string | null;
  /** The signed-in host, or null. */
  hostId: string | null;
}

const NOBODY: SocketIdentity = { sessionHash: null, hostId: null };

/** Fields only, no closures: there are thousands of these. */
export class LiveSocket extends WebSocket implements RoomSocket {
  seat = -1;
  /** Whether the last ping was answered, and which slice of the heartbeat this socket is in. */
  alive = true;
  slice = 0;
  /** Set by whatever it joined; without that it is closed soon. */
  joined = false;
  identity: SocketIdentity = NOBODY;
  address = '';
  stream: Duplex | null = null;
  /** The handshake, kept for hosts only: their session is checked again when it may have ended (I3). */
  handshake: IncomingMessage | null = null;
  messageTimes: number[] | null = null;
  questionTimes: number[] | null = null;

  get unread(): number {
    return this.stream?.writableLength ?? 0;
  }

  write(frames: Buffer): void {
    if (this.readyState === WebSocket.OPEN) this.stream?.write(frames);
  }

  /** Answers this client alone. */
  tell(message: DirectMessage): void {
    this.write(textFrame(JSON.stringify(message)));
  }
}
