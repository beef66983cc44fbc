import type { GroupsBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { describe, expect, it } from 'vitest';
import { regroupPeople } from './regroup.ts';

const change = { add: ['VIP'], remove: ['Staff'] };
const size = LIMITS.regroupedAtOnce.max;
const people = Array.from({ length: 2 * size + 1 }, (_, index) => `person-${index}`);

describe('R63: changing the groups of many people', () => {
  it('sends each of them once, in calls of 200 at most, and says how far it is', async () => {
    const bodies: GroupsBody[] = [];
    const progress: number[] = [];
    await regroupPeople(people, change, {
      send: (body) => Promise.resolve(bodies.push(body)),
      onProgress: (done) => progress.push(done),
    });
    expect(bodies.map((body) => body.people.length)).toEqual([size, size, 1]);
    expect(bodies.flatMap((body) => body.people)).toEqual(people);
    expect(bodies).toMatchObject([change, change, change]);
    expect(progress).toEqual([size, 2 * size, 2 * size + 1]);
  });

  it('stops at the first refusal', async () => {
    const progress: number[] = [];
    let calls = 0;
    const refusal = new Error('refused');
    const regrouping = regroupPeople(people, change, {
      send: () => {
        calls += 1;
        return calls === 2 ? Promise.reject(refusal) : Promise.resolve();
      },
      onProgress: (done) => progress.push(done),
    });
    await expect(regrouping).rejects.toBe(refusal);
    expect(calls).toBe(2);
    expect(progress).toEqual([size]);
  });
});
