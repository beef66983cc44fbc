/** Workspaces (R81) and their API tokens (R85), put together from what the features know. */
import type { Config } from './config.ts';
import type { openFoundation } from './compose-foundation.ts';
import type { HostGate } from './features/accounts/host-gate.ts';
import type { OnAccount } from './features/accounts/account-store.ts';
import { apiTokenRoutes } from './features/api-tokens/routes.ts';
import { deleteWorkspace } from './features/data-retention/commands.ts';
import { insertWorkspace } from './features/workspaces/commands.ts';
import { workspaceRoutes } from './features/workspaces/routes.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { RateLimits } from './platform/http/rate-limit.ts';
import type { HttpServer } from './platform/http/server.ts';
import type { Images } from './platform/storage/images.ts';

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** Every account has a workspace from the start, so that who works alone never has to think of one. */
export function ownWorkspace(clock: Clock): OnAccount {
  return (trx, { id, name }) => insertWorkspace(trx, { userId: id, name, now: clock.now() });
}

export function composeWorkspaces(
  http: HttpServer,
  parts: { foundation: Foundation; config: Config; hosts: HostGate; limits: RateLimits; images: Images },
): void {
  const { foundation, config, hosts, limits, images } = parts;
  const { database, keys, bus, time } = foundation;
  const { clock } = time;
  const shared = { database, keys, clock, bus };
  apiTokenRoutes(http, { ...shared, hosts });
  workspaceRoutes(http, {
    ...shared,
    hosts,
    limits,
    address: config,
    groupWorkspaces: new Set(config.signIn.provider?.groups.map(({ workspaceId }) => workspaceId)),
    deleteWorkspace: (act, id) => deleteWorkspace({ ...shared, images }, act, id),
  });
}
