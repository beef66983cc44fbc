/**
 * The entrants' devices of the audience measurement, as a process of their own.
 *
 *   audience-client.ts PORT CONNECTIONS
 *
 * Each message of the parent is answered by one:
 *   {join: {publicLink, count, withKeys}}         → {ms, times, accepted}; those with keys are remembered
 *   {sign: {publicLink, raffleId, plan, send}}    → with `send`: {ms, times, accepted}; else {signed} for the parent to use
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JoinAnswer } from '@glassdrum/contract';
import { seenRecord } from '@glassdrum/fair-draw';
import { callAll, openLines, postCall } from './http-lines.ts';

export interface SignedSeen {
  token: string;
  body: { freeze_hash: string; seen_at: number; signature: string };
}

interface JoinTask {
  publicLink: string;
  count: number;
  withKeys: boolean;
}

interface SignTask {
  publicLink: string;
  raffleId: string;
  plan: { draw_id: string; freeze_hash: string; frozen_at: number };
  send: boolean;
}

interface Device {
  key: KeyObject;
  token: string;
  entryNumber: number;
}

const [port, connections] = process.argv.slice(2);
const lines = await openLines(Number(port), Number(connections), true);
const devices = new Map<string, Device[]>();

async function join({ publicLink, count, withKeys }: JoinTask): Promise<object> {
  const pairs = withKeys ? Array.from({ length: count }, () => generateKeyPairSync('ed25519')) : [];
  const calls = Array.from({ length: count }, (_, index) => {
    const { x } = pairs[index]?.publicKey.export({ format: 'jwk' }) ?? {};
    return postCall('/api/join/public', {
      public_link: publicLink,
      display_name: `Guest Number ${index}`,
      ...(x !== undefined && { device_key: Buffer.from(x, 'base64url').toString('hex') }),
    });
  });
  const { ms, times, answers } = await callAll(lines, count, (index) => calls[index] ?? '');
  const own = pairs.flatMap(({ privateKey }, index) => {
    const { status, body } = answers[index] ?? { status: 0, body: '' };
    if (status !== 201) return [];
    const joined = JSON.parse(body) as JoinAnswer;
    return [{ key: privateKey, token: joined.participant_token ?? '', entryNumber: joined.entry_number }];
  });
  devices.set(publicLink, own);
  return { ms, times, accepted: answers.filter(({ status }) => status === 201).length };
}

async function signAll({ publicLink, raffleId, plan, send }: SignTask): Promise<object> {
  const seenAt = plan.frozen_at;
  const signed = (devices.get(publicLink) ?? []).map(({ key, token, entryNumber }): SignedSeen => {
    const { draw_id: drawId, freeze_hash: freezeHash } = plan;
    const text = seenRecord({ drawId, freezeHash, entryNumber, seenAt });
    const signature = sign(null, Buffer.from(text), key).toString('hex');
    return { token, body: { freeze_hash: freezeHash, seen_at: seenAt, signature } };
  });
  if (!send) return { signed };
  const calls = signed.map(({ token, body }) =>
    postCall(`/api/raffles/${raffleId}/draw/seen`, body, `Authorization: Bearer ${token}\r\n`),
  );
  const { ms, times, answers } = await callAll(lines, calls.length, (index) => calls[index] ?? '');
  return { ms, times, accepted: answers.filter(({ status }) => status === 200).length };
}

process.on('message', (task: { join?: JoinTask; sign?: SignTask }) => {
  const work = task.join === undefined ? task.sign && signAll(task.sign) : join(task.join);
  void work?.then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
