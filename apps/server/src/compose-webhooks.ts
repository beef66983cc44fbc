/** Webhooks (R85): their calls, and the lane that delivers them. */
import type { Bus } from './platform/bus/bus.ts';
import type { openFoundation, ComposeOptions } from './compose-foundation.ts';
import type { HostGate } from './features/accounts/host-gate.ts';
import { createWebhookLane, type WebhookLane } from './features/webhooks/deliveries/lane.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { manifest } from './manifest.ts';
import { destinationRule } from './platform/http/outgoing/destinations.ts';
import type { RateLimits } from './platform/http/rate-limit.ts';
import type { HttpServer } from './platform/http/server.ts';

/** Of receivers on the public internet. */
const PORTS = [443, 8443];

export function composeWebhooks(
  http: HttpServer,
  { metrics, database, keys, time, report }: Awaited<ReturnType<typeof openFoundation>>,
  {
    config,
    resolveName,
    ...rest
  }: Pick<ComposeOptions, 'config' | 'resolveName'> & { bus: Bus; hosts: HostGate; limits: RateLimits },
): WebhookLane {
  const { clock } = time;
  const destinations = destinationRule({
    ports: PORTS,
    networks: config.webhookNetworks,
    ...(resolveName !== undefined && { resolve: resolveName }),
  });
  const parts = { ...rest, database, keys, clock, destinations, publicUrl: config.publicUrl };
  webhookRoutes(http, parts);
  const onTry = (isTaken: boolean): void =>
    metrics?.deliveries.inc({ channel: 'webhook', outcome: isTaken ? 'sent' : 'retry' });
  return createWebhookLane({ ...parts, version: manifest.version, random: Math.random, report, onTry });
}
