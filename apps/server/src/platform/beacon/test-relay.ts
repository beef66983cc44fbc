/**
 * A drand relay of one's own on a test chain, for tests and demonstrations. It publishes a round when its time has
 * come by the given clock, and can be late, down, or lie in every way that a real one might.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beaconRandomness, roundTime } from '@glassdrum/fair-draw';
import type { TestChain } from '@glassdrum/fair-draw/test-chain';
import type { Clock } from '../clock/clock.ts';

export type RelayLie = 'wrong-signature' | 'wrong-round' | 'garbage' | 'huge' | 'redirect';

export interface TestRelay {
  url: string;
  /** Questions answered or refused so far. */
  questions(): number;
  /** Rounds appear this many ms after their time. */
  setLate(ms: number): void;
  /** Connections are cut without an answer. */
  setDown(down: boolean): void;
  /** Null for the truth. */
  setLie(lie: RelayLie | null): void;
  close(): Promise<void>;
}

export async function startTestRelay(parts: { testChain: TestChain; clock: Clock }): Promise<TestRelay> {
  const { testChain, clock } = parts;
  const state = { lateMs: 0, down: false, lie: null as RelayLie | null, questions: 0 };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    state.questions += 1;
    // As public relays do: pages ask them too.
    response.setHeader('access-control-allow-origin', '*');
    if (state.down) {
      request.socket.destroy();
      return;
    }
    const [, chainHash, , text] = request.url?.split('/') ?? [];
    const round = text === 'latest' ? latestRound() : Number(text);
    if (chainHash !== testChain.chain.chainHash || !Number.isSafeInteger(round) || round < 1) {
      response.writeHead(404).end();
      return;
    }
    if (clock.now() < roundTime(round, testChain.chain) * 1000 + state.lateMs) {
      response.writeHead(425).end();
      return;
    }
    tell(response, round);
  }

  function latestRound(): number {
    const { genesisTime, period } = testChain.chain;
    return Math.floor(((clock.now() - state.lateMs) / 1000 - genesisTime) / period) + 1;
  }

  function tell(response: ServerResponse, round: number): void {
    const json = (told: number, signed: number): string => {
      const signature = testChain.sign(signed);
      return JSON.stringify({ round: told, randomness: beaconRandomness(signature), signature });
    };
    switch (state.lie) {
      case null:
        response.setHeader('content-type', 'application/json').end(json(round, round));
        return;
      case 'wrong-signature':
        response.end(json(round, round + 1));
        return;
      case 'wrong-round':
        response.end(json(round - 1, round - 1));
        return;
      case 'garbage':
        response.end('<html>Welcome to the hotel network</html>');
        return;
      case 'huge':
        response.end(`{"round":${round},"signature":"${'0'.repeat(5_000_000)}"}`);
        return;
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    }
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    questions: () => state.questions,
    setLate(ms) {
      state.lateMs = ms;
    },
    setDown(down) {
      state.down = down;
    },
    setLie(lie) {
      state.lie = lie;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
