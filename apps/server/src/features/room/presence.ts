/**
 * Who is in a raffle's room (H5): each person once, however many windows they have open, the host first, 200 names at
 * most. Persons are an entry's invitee id or 'host'; visitors are counted by their sockets and have no name.
 */
import type { LiveSocket } from '../../live/live-socket.ts';
import { TELL_EVERY_MS } from './watcher-counts.ts';

/** An invitee id, 'host', or null for a visitor. */
export type PersonId = string | null;

export const MOST_ONLINE = 200;

export interface Presence {
  came(socket: LiveSocket, person: PersonId): void;
  went(socket: LiveSocket): PersonId;
  /** Whose socket this is; undefined once it went. */
  personOf(socket: LiveSocket): PersonId | undefined;
  /** Persons of this node, and visitors. */
  count(): number;
  socketsOf(person: string): Iterable<LiveSocket>;
  /** What the other nodes are told. */
  here(): { inviteeIds: string[]; host: boolean };
  note(node: string, there: { inviteeIds: readonly string[]; host: boolean }, now: number): void;
  /** Everybody on all nodes, in the order of coming. */
  everyone(now: number): { inviteeIds: string[]; host: boolean };
}

export function createPresence(): Presence {
  const persons = new Map<string, Set<LiveSocket>>();
  const sockets = new Map<LiveSocket, PersonId>();
  const nodes = new Map<string, { inviteeIds: readonly string[]; host: boolean; at: number }>();
  let visitors = 0;

  const here = (): { inviteeIds: string[]; host: boolean } => {
    const inviteeIds: string[] = [];
    for (const person of persons.keys()) {
      if (inviteeIds.length === MOST_ONLINE) break;
      if (person !== 'host') inviteeIds.push(person);
    }
    return { inviteeIds, host: persons.has('host') };
  };

  return {
    here,
    came(socket, person) {
      sockets.set(socket, person);
      if (person === null) visitors += 1;
      else persons.set(person, (persons.get(person) ?? new Set()).add(socket));
    },
    went(socket) {
      const person = sockets.get(socket);
      if (person === undefined) return null;
      sockets.delete(socket);
      if (person === null) visitors -= 1;
      else {
        const theirs = persons.get(person);
        theirs?.delete(socket);
        if (theirs?.size === 0) persons.delete(person);
      }
      return person;
    },
    personOf: (socket) => sockets.get(socket),
    count: () => persons.size + visitors,
    socketsOf: (person) => persons.get(person) ?? [],
    note(node, { inviteeIds, host }, now) {
      if (inviteeIds.length === 0 && !host) nodes.delete(node);
      else nodes.set(node, { inviteeIds, host, at: now });
    },
    everyone(now) {
      let { inviteeIds, host } = here();
      const seen = new Set(inviteeIds);
      for (const [node, there] of nodes) {
        // A node that fell silent is gone.
        if (now - there.at > 2 * TELL_EVERY_MS) nodes.delete(node);
        else {
          host ||= there.host;
          for (const id of there.inviteeIds) seen.add(id);
        }
      }
      inviteeIds = [...seen].slice(0, MOST_ONLINE);
      return { inviteeIds, host };
    },
  };
}
