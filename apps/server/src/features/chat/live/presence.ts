/**
 * Who is in a raffle's room (H5): each person once, however many windows they have open, the host first, 200 names at
 * most. Visitors are counted by their sockets and have no name.
 */
import { createNodeReports } from '../../../platform/bus/node-reports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';
import type { ChatPerson } from '../queries.ts';

export const MAX_ONLINE = 200;

interface Present {
  /** Persons, and sockets of visitors. */
  count: number;
  /** In the order of joining. */
  inviteeIds: string[];
  host: boolean;
}

export interface Presence {
  onJoin(socket: LiveSocket, person: ChatPerson): void;
  /** @returns whose socket it was */
  onLeave(socket: LiveSocket): ChatPerson;
  /** Undefined once the socket has left. */
  personOf(socket: LiveSocket): ChatPerson | undefined;
  socketsOf(person: string): Iterable<LiveSocket>;
  onThisNode(): Present;
  storeReport(node: string, present: Present): void;
  onAllNodes(): Present;
  /** On all nodes. */
  count(): number;
}

export function createPresence(clock: Clock): Presence {
  const persons = new Map<string, Set<LiveSocket>>();
  const sockets = new Map<LiveSocket, ChatPerson>();
  const reports = createNodeReports<Present>(clock);
  let visitors = 0;

  const onThisNode = (): Present => {
    const host = persons.has('host');
    const inviteeIds = [...persons.keys()].filter((person) => person !== 'host').slice(0, MAX_ONLINE);
    return { count: persons.size + visitors, inviteeIds, host };
  };

  const count = (): number =>
    [...reports.current().values()].reduce((sum, present) => sum + present.count, persons.size + visitors);

  return {
    onThisNode,
    count,
    onJoin(socket, person) {
      sockets.set(socket, person);
      if (person === null) visitors += 1;
      else persons.set(person, (persons.get(person) ?? new Set()).add(socket));
    },
    onLeave(socket) {
      const person = sockets.get(socket);
      if (person === undefined) return null;
      sockets.delete(socket);
      if (person === null) visitors -= 1;
      else {
        const remaining = persons.get(person);
        remaining?.delete(socket);
        if (remaining?.size === 0) persons.delete(person);
      }
      return person;
    },
    personOf: (socket) => sockets.get(socket),
    socketsOf: (person) => persons.get(person) ?? [],
    storeReport(node, present) {
      reports.store(node, present.count === 0 ? null : present);
    },
    onAllNodes() {
      const all = [onThisNode(), ...reports.current().values()];
      const inviteeIds = [...new Set(all.flatMap((present) => present.inviteeIds))].slice(0, MAX_ONLINE);
      return { count: count(), inviteeIds, host: all.some(({ host }) => host) };
    },
  };
}
