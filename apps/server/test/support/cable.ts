/** The network between a server and its database: a test pulls it out, and puts it back. */
import { connect, createServer, type Socket } from 'node:net';

interface Cable {
  /** The database's address at this end. */
  url: string;
  /** Cuts every connection and takes no new one. */
  pull(): void;
  plug(): void;
  /** Leads to another server from now on, to the same database there. */
  leadTo(databaseUrl: string): void;
  /** Keeps connections, and takes new ones, but nothing goes through any more; `plug` cuts them. */
  hush(): void;
  drop(): Promise<void>;
}

export async function layCable(databaseUrl: string): Promise<Cable> {
  let there = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let plugged = true;
  let silent = false;
  const server = createServer((near) => {
    if (!plugged) return void near.destroy();
    const far = connect({ port: Number(there.port || 5432), host: there.hostname });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.on('data', (bytes) => {
        if (!silent) other.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    pull() {
      plugged = false;
      cut();
    },
    plug() {
      if (silent) cut();
      silent = false;
      plugged = true;
    },
    leadTo(other) {
      there = new URL(other);
    },
    hush() {
      silent = true;
    },
    async drop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
