/** Witnesses of a test: real installations on ports of their own, and servers that only pretend. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatWitnessKey, noteKey } from '@glassdrum/fair-draw';
import { addWitnessedLog } from '../../src/platform/public-log/witnesses/witnessed-logs.ts';
import type { MakeApp, TestApp } from './make-app.ts';

export interface TestWitness {
  /** As it stands in WITNESSES. */
  entry: string;
  name: string;
  app: TestApp;
}

/** An installation that witnesses others, once it is told to. Its clock is its own unless given. */
export async function startWitness(
  makeApp: MakeApp,
  name: string,
  clock?: TestApp['clock'],
): Promise<TestWitness> {
  const app = await makeApp({ env: { WITNESS_NAME: name }, ...(clock !== undefined && { clock }) });
  const address = await app.listen();
  const verifierKey = formatWitnessKey(name, app.parts.keys.witness.publicKey);
  return { name, app, entry: `${verifierKey}=${address}/witness` };
}

/** What both operators do: the witness takes the other installation's log onto its list. */
export async function letWitness({ app }: TestWitness, other: TestApp, name = 'other club'): Promise<void> {
  const { origin } = (await other.http.inject({ url: '/api/log' })).json<{ origin: string }>();
  const verifierKey = noteKey(origin, other.parts.keys.publicKey);
  const added = await addWitnessedLog(app.parts.database, { name, verifierKey, now: app.clock.now() });
  if (added !== 'added' && added !== 'again') throw new Error(`Adding a log was refused: ${added}`);
}

/** A server that answers add-checkpoint as a test says. */
export async function startPretender(
  answer: (body: string, response: ServerResponse) => void | Promise<void>,
): Promise<{ url: string; calls: string[]; close: () => Promise<void> }> {
  const calls: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      calls.push(body);
      await answer(body, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/witness`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
