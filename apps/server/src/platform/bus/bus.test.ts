/** Both kinds of bus. How nodes find each other again after a lost connection: test/faults. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeStorage, postgresServer } from '../../../test/support/storage.ts';
import { manualClock } from '../clock/manual-clock.ts';
import type { Bus, BusMessage } from './bus.ts';
import { inProcessBus } from './in-process-bus.ts';
import { createNodeReports, REPORT_EVERY_MS } from './node-reports.ts';
import { postgresBus } from './postgres-bus.ts';

const changed = (raffleId: string): BusMessage => ({ topic: 'raffle-changed', raffleId });

describe.each(['in process', ...(postgresServer === undefined ? [] : ['PostgreSQL'])])(
  'the bus: %s',
  (kind) => {
    async function openBuses(report?: (error: unknown) => void): Promise<{ here: Bus; there: Bus }> {
      if (kind === 'in process') {
        const bus = inProcessBus(report);
        return { here: bus, there: bus };
      }
      const { databaseUrl = '', drop } = await makeStorage('postgres');
      const [here, there] = [postgresBus(databaseUrl, report), postgresBus(databaseUrl, report)];
      onTestFinished(async () => {
        await Promise.all([here.close(), there.close()]);
        await drop();
      });
      // A message that arrives shows that both are connected.
      let isConnected = false;
      there.subscribe(['jobs-changed'], () => (isConnected = true));
      await expect
        .poll(() => {
          here.publish({ topic: 'jobs-changed' });
          return isConnected;
        })
        .toBe(true);
      return { here, there };
    }

    it('delivers to every node, and to each subscriber the topics that it named', async () => {
      const { here, there } = await openBuses();
      const received: Record<string, BusMessage[]> = { here: [], there: [], other: [] };
      here.subscribe(['raffle-changed'], (message) => received['here']?.push(message));
      there.subscribe(['raffle-changed', 'votes-changed'], (message) => received['there']?.push(message));
      there.subscribe(['entries-changed'], (message) => received['other']?.push(message));
      here.publish(changed('a'));
      here.publish({ topic: 'votes-changed', raffleId: 'b' });
      await expect
        .poll(() => received['there'])
        .toEqual([changed('a'), { topic: 'votes-changed', raffleId: 'b' }]);
      expect(received).toMatchObject({ here: [changed('a')], other: [] });
    });

    it('runs listeners after the publishing code, and reports what they throw', async () => {
      const reported: unknown[] = [];
      const { here } = await openBuses((error) => reported.push(error));
      const received: BusMessage[] = [];
      here.subscribe(['raffle-changed'], () => {
        throw new Error('broken');
      });
      const unsubscribe = here.subscribe(['raffle-changed'], (message) => received.push(message));
      here.publish(changed('a'));
      expect(received).toEqual([]);
      await expect.poll(() => received).toEqual([changed('a')]);
      expect(reported).toEqual([new Error('broken')]);
      unsubscribe();
      here.publish(changed('b'));
      await expect.poll(() => reported).toHaveLength(2);
      expect(received).toEqual([changed('a')]);
    });
  },
);

describe('reports of nodes', () => {
  it('expire when a node has missed two of them', async () => {
    const clock = manualClock(0);
    const reports = createNodeReports<number>(clock);
    reports.store('a', 1);
    await clock.advance(REPORT_EVERY_MS);
    reports.store('b', 2);
    await clock.advance(REPORT_EVERY_MS);
    expect([...reports.current()]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await clock.advance(1);
    expect([...reports.current()]).toEqual([['b', 2]]);
    reports.store('b', null);
    expect(reports.current().size).toBe(0);
  });
});
