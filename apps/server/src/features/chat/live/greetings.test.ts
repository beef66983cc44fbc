/** Greetings against sources in memory. */
import { describe, expect, it } from 'vitest';
import type { ChatHistoryLine } from '@glassdrum/contract';
import { readFrames } from '../../../platform/live/testing/read-frames.ts';
import { createGreetings, type GreetingSources } from './greetings.ts';

const line = (id: number): ChatHistoryLine => ({ id }) as ChatHistoryLine;

function scene(overrides: Partial<GreetingSources> = {}) {
  const stored = { ids: [1], reads: 0, slow: 0 };
  const greetings = createGreetings({
    lines: async (person) => {
      stored.reads += 1;
      return [...stored.ids.map(line), ...(person === null ? [] : [line(900)])];
    },
    peopleOfDirectLines: async () => new Set(['direct']),
    rules: async () => ({ mode: 'everyone', slow_seconds: stored.slow }),
    ...overrides,
  });
  return { stored, greetings };
}

const told = (frames: Buffer | null): unknown[] =>
  frames === null ? [] : readFrames(frames).map((text) => JSON.parse(text) as unknown);
const idsIn = (frames: Buffer | null): number[] =>
  told(frames).flatMap((message) => {
    const { type, data } = message as { type: string; data: { messages: { id: number }[] } };
    return type === 'chat-history' ? data.messages.map(({ id }) => id) : [];
  });

describe('a greeting', () => {
  it('is ready once it was read, says who somebody is, and is read once for thousands', async () => {
    const { stored, greetings } = scene();
    expect(greetings.ready('full', 'ada')).toBeNull();
    const read = await greetings.read('full', 'ada');
    const { reads } = stored;
    for (let n = 0; n < 1000; n += 1) expect(greetings.ready('full', `person-${n}`)).not.toBeNull();
    expect(stored.reads).toBe(reads);
    expect(greetings.ready('full', 'ada')).toEqual(read);
    expect(told(greetings.ready('short', null))).toMatchObject([
      { type: 'chat-you', data: { id: null } },
      { type: 'chat-rules' },
      { type: 'chat-history' },
    ]);
  });

  it('is not ready after a change until that was read', async () => {
    const { stored, greetings } = scene();
    await greetings.read('full', null);
    stored.ids = [1, 2];
    greetings.linesChanged();
    expect(greetings.ready('full', null)).toBeNull();
    expect(idsIn(await greetings.read('full', null))).toEqual([1, 2]);
    expect(idsIn(greetings.ready('full', null))).toEqual([1, 2]);
    stored.slow = 30;
    greetings.rulesChanged();
    expect(greetings.ready('full', null)).toBeNull();
    expect(told(await greetings.read('full', null))).toContainEqual({
      type: 'chat-rules',
      data: { mode: 'everyone', slow_seconds: 30 },
    });
  });

  it('is not ready with lines that changed while they were read', async () => {
    const answers: (() => void)[] = [];
    const { greetings } = scene({
      lines: () => new Promise((resolve) => answers.push(() => resolve([line(1)]))),
    });
    const reading = greetings.read('full', null);
    greetings.linesChanged();
    // Both wordings are read.
    for (const answer of answers) answer();
    expect(idsIn(await reading)).toEqual([1]);
    expect(greetings.ready('full', null)).toBeNull();
  });

  it('C2 is never the common one for people with direct lines', async () => {
    const { greetings } = scene();
    expect(idsIn(await greetings.read('full', 'direct'))).toEqual([1, 900]);
    expect(greetings.ready('full', 'direct')).toBeNull();
    expect(idsIn(greetings.ready('full', 'other'))).toEqual([1]);
  });

  it('names who is there in its wording, from the moment that is known', async () => {
    const { greetings } = scene();
    await greetings.read('full', null);
    expect(greetings.ready('full', null)).not.toBeNull();
    const user = (displayName: string) => ({ inviteeId: null, displayName, isHost: false });
    greetings.onlineChanged({ full: [user('Ada Archer')], short: [user('Ada A.')] });
    const names = (wording: 'full' | 'short') => JSON.stringify(told(greetings.ready(wording, null)).at(-1));
    expect(names('full')).toContain('Ada Archer');
    expect(names('short')).toContain('Ada A.');
    expect(names('short')).not.toContain('Archer');
  });
});
