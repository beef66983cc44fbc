/** What the routes of workspaces share (R81). */
import { opaqueId } from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerHashes } from '../../audit/audit.ts';
import type { PublicAddress } from '../../platform/http/origin.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { HostGate, HostIdentity } from '../accounts/host-gate.ts';
import type { WorkspaceAct, WorkspaceParts } from './commands.ts';

export interface WorkspaceRouteParts extends WorkspaceParts {
  keys: Keys;
  hosts: HostGate;
  limits: RateLimits;
  address: PublicAddress;
  /** R83: workspaces in which groups of the OpenID provider give roles. */
  groupWorkspaces: ReadonlySet<string>;
  /** Erases it with everything in it. @throws RefusalError workspace_in_use */
  deleteWorkspace: (act: WorkspaceAct, workspaceId: string) => Promise<void>;
}

export const workspaceTags = ['workspaces'];
export const workspaceParams = z.object({ workspaceId: opaqueId });

/** Who acts, for the activity log. @param about the workspace's id, or the account's where there is none yet, or none any more */
export function actOf(
  { keys }: { keys: Keys },
  { hostId }: HostIdentity,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  about: string,
): WorkspaceAct {
  return { hostId, from: callerHashes(keys, request, about) };
}
