/**
 * H13: how many sockets an entry has open in a raffle's room, over all nodes. The newest stay, because a phone that lost its
 * connections must get in again at once.
 *
 * 1. A node reports an entry's sockets when it has more than one, or receives a report of an entry that it has sockets of too.
 *    So entries with one device, nearly all of them, cost nothing.
 * 2. All nodes then know when each socket joined, put them in the same order, and each closes its own among the oldest.
 */
import { LIVE_CLOSE } from '@glassdrum/contract';
import type { Bus, BusMessage } from '../../../platform/bus/bus.ts';
import { createNodeReports, type NodeReports } from '../../../platform/bus/node-reports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { coalesce } from '../../../platform/clock/coalesce.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';

const MAX_OPEN = 8;
const REPORT_INTERVAL_MS = 250;

export interface EntrySockets {
  onJoin(socket: LiveSocket, inviteeId: string): void;
  onLeave(socket: LiveSocket, inviteeId: string): void;
  onReport(message: BusMessage<'entry-sockets'>): void;
  repeatReports(): void;
  stop(): void;
}

export function createEntrySockets(parts: {
  raffleId: string;
  clock: Clock;
  bus: Bus;
  node: string;
  report: (error: unknown) => void;
}): EntrySockets {
  const { raffleId, clock, bus, node: self, report } = parts;
  /** By entry: when each socket joined, epoch ms. */
  const own = new Map<string, Map<LiveSocket, number>>();
  const others = new Map<string, NodeReports<readonly number[]>>();
  const reported = new Set<string>();
  const unreported = new Set<string>();

  const publish = (inviteeId: string, times: number[]): void => {
    if (times.length === 0) reported.delete(inviteeId);
    else reported.add(inviteeId);
    bus.publish({ topic: 'entry-sockets', raffleId, node: self, inviteeId, times });
  };

  const publishAll = coalesce(
    clock,
    REPORT_INTERVAL_MS,
    async () => {
      for (const inviteeId of unreported) publish(inviteeId, [...(own.get(inviteeId)?.values() ?? [])]);
      unreported.clear();
    },
    report,
  );
  const reportSoon = (inviteeId: string): void => {
    unreported.add(inviteeId);
    publishAll.trigger();
  };

  const closeOldest = (inviteeId: string): void => {
    const here = [...(own.get(inviteeId) ?? [])].map(([socket, at]) => ({ at, node: self, socket }));
    const elsewhere = [...(others.get(inviteeId)?.current() ?? [])].flatMap(([node, times]) =>
      times.map((at) => ({ at, node, socket: null })),
    );
    const oldest = [...here, ...elsewhere]
      .toSorted((a, b) => a.at - b.at || (a.node < b.node ? -1 : Number(a.node > b.node)))
      .slice(0, -MAX_OPEN);
    for (const { socket } of oldest) socket?.close(LIVE_CLOSE.flood, 'This entry has too many connections.');
  };

  return {
    onJoin(socket, inviteeId) {
      const sockets = own.get(inviteeId) ?? new Map<LiveSocket, number>();
      own.set(inviteeId, sockets.set(socket, clock.now()));
      if (sockets.size > 1 || others.has(inviteeId)) reportSoon(inviteeId);
      closeOldest(inviteeId);
    },
    onLeave(socket, inviteeId) {
      const sockets = own.get(inviteeId);
      sockets?.delete(socket);
      if (sockets?.size === 0) own.delete(inviteeId);
      if (reported.has(inviteeId)) reportSoon(inviteeId);
    },
    onReport({ node, inviteeId, times }) {
      if (node === self) return;
      const reports = others.get(inviteeId) ?? createNodeReports(clock);
      reports.store(node, times.length === 0 ? null : times);
      if (reports.current().size > 0) others.set(inviteeId, reports);
      else others.delete(inviteeId);
      if (own.has(inviteeId) && !reported.has(inviteeId)) reportSoon(inviteeId);
      closeOldest(inviteeId);
    },
    repeatReports() {
      for (const inviteeId of reported) reportSoon(inviteeId);
      for (const [inviteeId, reports] of others) if (reports.current().size === 0) others.delete(inviteeId);
    },
    stop() {
      publishAll.stop();
      for (const inviteeId of reported) publish(inviteeId, []);
    },
  };
}
