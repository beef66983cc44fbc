/** Who opens a socket (I3), with what a signed-in host may do where, so that a change of roles is noticed (C13, R81). */
import type { IncomingMessage } from 'node:http';
import type { Database } from '../../platform/database/database.ts';
import { NOBODY } from '../../platform/live/live-socket.ts';
import type { SocketServerParts } from '../../platform/live/socket-server.ts';
import type { HostGate, HostIdentity } from '../accounts/host-gate.ts';
import { accessOf } from './queries.ts';

/** @param parts.sessionHash of the participant's session, from the headers of the handshake */
export function socketIdentity(parts: {
  database: Database;
  hosts: HostGate;
  sessionHash: (headers: IncomingMessage['headers']) => string | null;
}): Pick<SocketServerParts, 'identify' | 'hostSession'> {
  const withAccess = async (host: HostIdentity | null) =>
    host === null ? null : { ...host, access: await accessOf(parts.database.query, host.hostId) };
  return {
    async identify({ headers }) {
      const host = await withAccess(await parts.hosts.find(headers));
      const sessionHash = parts.sessionHash(headers);
      // Thousands of visitors are one nobody.
      if (host === null && sessionHash === null) return NOBODY;
      return {
        sessionHash,
        hostId: host?.hostId ?? null,
        endsAt: host?.endsAt ?? null,
        access: host?.access ?? '',
      };
    },
    hostSession: async ({ headers }) => withAccess(await parts.hosts.peek(headers)),
  };
}
