/**
 * One open socket: `ws` reads frames, checks and closes; ready-made frames are written straight to the stream below,
 * always whole ones, so that they and `ws`'s own control frames never mix.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { ClientMessage, DirectMessage } from '@glassdrum/contract';
import { textFrame } from './frame.ts';
import type { RoomSocket } from './room.ts';

/** Who is at the other end, fixed at the handshake from cookies (I3). Ids and names in frames don't count. */
export interface SocketIdentity {
  /** SHA-256 (hex) of the participant's session secret, or null. */
  sessionHash: string | null;
  /** The signed-in host, or null. */
  hostId: string | null;
  /** When the host's session ends unless it is used again, epoch ms; null without a host. */
  endsAt: number | null;
  /** What the host may do where, as one text (R81); empty without a host. */
  access: string;
}

/** Messages that are answered by a snapshot. */
export type SnapshotRequest = Extract<ClientMessage, { type: 'join-room' | 'resync' }>;

export const NOBODY: Readonly<SocketIdentity> = { sessionHash: null, hostId: null, endsAt: null, access: '' };

/** Fields only, no closures: there are thousands of these. */
export class LiveSocket extends WebSocket implements RoomSocket {
  seat = -1;
  /** Whether the last ping was answered, and which slice of the heartbeat this socket is in. */
  alive = true;
  slice = 0;
  /** Set by whatever it joined; without that it is closed soon. */
  joined = false;
  identity: Readonly<SocketIdentity> = NOBODY;
  address = '';
  stream: Duplex | null = null;
  /** The handshake, stored for hosts only: their session is checked again when it may have ended (I3). */
  handshake: IncomingMessage | null = null;
  /** Running checks of the host's session; until they are done nothing is accepted or sent (C13). */
  checks: Promise<void> | null = null;
  held: Buffer[] | null = null;
  messageTimes: number[] | null = null;
  /** Of clock and snapshot requests. */
  requestTimes: number[] | null = null;
  /** When its last snapshots were sent, and the request that waits for its time (H13). */
  snapshotTimes: number[] | null = null;
  waitingRequest: SnapshotRequest | null = null;

  get unread(): number {
    const held = this.held?.reduce((sum, frames) => sum + frames.length, 0) ?? 0;
    return held + (this.stream?.writableLength ?? 0);
  }

  write(frames: Buffer): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.held === null) this.stream?.write(frames);
    else this.held.push(frames);
  }

  /** From now on frames wait for `release`. */
  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const frames = this.held ?? [];
    this.held = null;
    for (const one of frames) this.write(one);
  }

  /** To this client alone. */
  sendMessage(message: DirectMessage): void {
    this.write(textFrame(JSON.stringify(message)));
  }
}

/** What a feature does with sockets. */
export interface SocketHandlers {
  /** Everything but clock requests. */
  onMessage(socket: LiveSocket, message: Exclude<ClientMessage, { type: 'time' }>): void;
  onClose(socket: LiveSocket): void;
}
