/** A hall of devices in front of a server, each a process of its own: what measurements of draws have in common. */
import type { ChildProcess } from 'node:child_process';
import type { DrawPlan, HostRaffle } from '@glassdrum/contract';
import { type Caller, signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { request } from './children.ts';

export interface Calls {
  ms: number;
  times: number[];
  accepted: number;
}

export async function openRaffle(
  base: string,
  name: string,
): Promise<{ host: Caller; id: string; link: string }> {
  const host = await signUp(base, {
    name,
    email: `${name}@example.org`,
    password: 'a long enough passphrase',
  });
  const { id, public_link: link } = await host.post<HostRaffle>('/api/raffles', {
    title: name,
    allow_public_join: true,
    beacon_policy: 'none',
  });
  await host.post(`/api/raffles/${id}/open`);
  if (link === null) throw new Error('The raffle has no public link.');
  return { host, id, link };
}

/** A frozen raffle of people with device keys, and how they joined. */
export async function frozenHall(base: string, client: ChildProcess, name: string, count: number) {
  const { host, id, link } = await openRaffle(base, name);
  const joins = await request<Calls>(client, { join: { publicLink: link, count, withKeys: true } });
  if (joins.accepted !== count) throw new Error(`${count - joins.accepted} joins were refused.`);
  await host.post(`/api/raffles/${id}/draw`);
  const plan = await visitor(base).get<DrawPlan>(`/api/raffles/${id}/draw`);
  return { id, link, plan, joins };
}
