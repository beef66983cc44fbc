/** R82: operators are hosts whose account has that role. For everybody else the operators' calls don't exist. */
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostGate, HostHeaders, HostIdentity } from '../../accounts/host-gate.ts';
import type { SecurityEvents } from '../security-events/commands.ts';

const brand: unique symbol = Symbol('OperatorIdentity');

/** An operator with a valid session; only this file makes it. */
export type OperatorIdentity = HostIdentity & { readonly [brand]: true };

export interface OperatorGate {
  /** @throws RefusalError not_found (404), also for visitors */
  require(request: { headers: HostHeaders; ip: string }): Promise<OperatorIdentity>;
  /** For what changes something (C14). @throws RefusalError not_found (404), fresh_sign_in_needed (401) */
  requireFresh(request: { headers: HostHeaders; ip: string }): Promise<OperatorIdentity>;
}

export function createOperatorGate(parts: { hosts: HostGate; events: SecurityEvents }): OperatorGate {
  const { hosts, events } = parts;
  const require: OperatorGate['require'] = async (request) => {
    const host = await hosts.find(request.headers);
    if (host?.isOperator === true) return { ...host, [brand]: true };
    if (host !== null) events.record({ kind: 'operator_refused', ip: request.ip, hostId: host.hostId });
    throw new RefusalError('not_found');
  };

  return {
    require,
    async requireFresh(request) {
      const operator = await require(request);
      await hosts.requireFresh(request);
      return operator;
    },
  };
}
