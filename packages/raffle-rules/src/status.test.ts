/** R10–R16: what each state allows, and random lives of raffles that must never break the rules. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from './decision.ts';
import type { Refusal } from './refusals.ts';
import {
  decideClose,
  decideDelete,
  decideDraw,
  decideEdit,
  decideInviteeChange,
  decideJoin,
  decideLeave,
  decideOpen,
  decideRemoveParticipant,
  decideReopen,
  decideReplan,
  decideTicketChange,
  effectiveStatus,
} from './status.ts';
import type { RaffleFacts } from './status.ts';

const NOW = 1_795_000_000_000;

const draft: RaffleFacts & { title: string } = {
  title: 'Summer raffle',
  status: 'draft',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 5,
  ticketTotal: 7,
  maxTickets: 3,
  allowPublicJoin: true,
};
const states = {
  draft,
  open: { ...draft, status: 'open' },
  overdue: { ...draft, status: 'open', deadlineAt: NOW },
  closed: { ...draft, status: 'closed' },
  ended: { ...draft, status: 'closed', deadlineAt: NOW - 1 },
  frozen: { ...draft, status: 'closed', drawStarted: true },
  drawn: { ...draft, status: 'drawn', drawStarted: true },
} as const;
type State = keyof typeof states;
const stateNames = Object.keys(states) as State[];

function answer(decision: Decision<unknown>): 'yes' | Refusal {
  return decision.ok ? 'yes' : decision.refusal;
}

/** One line a command: its answer in draft, open, overdue, closed, ended, frozen, drawn. */
const MATRIX: [string, (facts: typeof draft) => Decision<unknown>, ('yes' | Refusal)[]][] = [
  ['R10 edit', decideEdit, ['yes', ...Array<Refusal>(6).fill('raffle_not_draft')]],
  ['R10 open', (f) => decideOpen(f, NOW), ['yes', ...Array<Refusal>(6).fill('raffle_not_draft')]],
  ['R10 delete', decideDelete, ['yes', ...Array<Refusal>(6).fill('raffle_not_draft')]],
  [
    'R94 change the plan',
    decideReplan,
    ['raffle_still_draft', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
  [
    'R12 close',
    (f) => decideClose(f, NOW),
    ['raffle_still_draft', 'yes', 'yes', 'raffle_closed', 'raffle_closed', 'draw_started', 'already_drawn'],
  ],
  [
    'R12 reopen',
    (f) => decideReopen(f, NOW),
    [
      'raffle_not_closed',
      'raffle_not_closed',
      'deadline_passed',
      'yes',
      'deadline_passed',
      'draw_started',
      'already_drawn',
    ],
  ],
  [
    'R13 draw',
    (f) => decideDraw(f, NOW),
    ['raffle_still_draft', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
  [
    'R11 join',
    (f) => decideJoin(f, NOW, 'invite'),
    [
      'raffle_not_open',
      'yes',
      'deadline_passed',
      'raffle_closed',
      'deadline_passed',
      'draw_started',
      'already_drawn',
    ],
  ],
  [
    'R45 leave',
    (f) => decideLeave(f, NOW),
    ['raffle_not_open', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
  [
    'R11 change tickets',
    (f) => decideTicketChange(f, 2),
    ['raffle_still_draft', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
  [
    'R11 remove a participant',
    decideRemoveParticipant,
    ['raffle_still_draft', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
  [
    'R11 change invitees',
    decideInviteeChange,
    ['yes', 'yes', 'yes', 'yes', 'yes', 'draw_started', 'already_drawn'],
  ],
];

describe('each command in each state', () => {
  test.each(MATRIX)('%s', (_command, rule, answers) => {
    expect(stateNames.map((state) => answer(rule(states[state])))).toEqual(answers);
  });
});

describe('conditions', () => {
  test('R12 an open raffle counts as closed from its deadline on, not before', () => {
    const facts = { ...states.open, deadlineAt: NOW };
    expect([NOW - 1, NOW, NOW + 1].map((now) => effectiveStatus(facts, now))).toEqual([
      'open',
      'closed',
      'closed',
    ]);
    expect(effectiveStatus({ ...draft, deadlineAt: NOW - 1 }, NOW)).toBe('draft');
    expect(answer(decideJoin(facts, NOW - 1, 'invite'))).toBe('yes');
    expect(answer(decideJoin(facts, NOW, 'invite'))).toBe('deadline_passed');
  });

  test('R12 a raffle that the server closes late counts as closed from its deadline', () => {
    const facts = { ...states.open, deadlineAt: NOW };
    expect(decideClose(facts, NOW - 5)).toEqual({ ok: true, value: { closedAt: NOW - 5 } });
    expect(decideClose(facts, NOW + 5)).toEqual({ ok: true, value: { closedAt: NOW } });
  });

  test('R10 R16 opening needs a title and a deadline to come', () => {
    expect(answer(decideOpen({ ...draft, title: ' \t\u00A0' }, NOW))).toBe('title_blank');
    expect(answer(decideOpen({ ...draft, deadlineAt: NOW }, NOW))).toBe('deadline_in_past');
    expect(answer(decideOpen({ ...draft, deadlineAt: NOW + 1 }, NOW))).toBe('yes');
  });

  test('R13 a draw needs a ticket in the drum, and closes an open raffle first', () => {
    expect(answer(decideDraw({ ...states.open, ticketTotal: 0 }, NOW))).toBe('no_entries');
    expect(decideDraw(states.open, NOW)).toEqual({ ok: true, value: { closesFirst: true } });
    expect(decideDraw(states.overdue, NOW)).toEqual({ ok: true, value: { closesFirst: false } });
    expect(decideDraw(states.closed, NOW)).toEqual({ ok: true, value: { closesFirst: false } });
  });

  test('R23 a full raffle accepts no one, by invite or by public link', () => {
    for (const via of ['invite', 'public'] as const) {
      expect(answer(decideJoin({ ...states.open, maxEntries: 6 }, NOW, via))).toBe('yes');
      expect(answer(decideJoin({ ...states.open, maxEntries: 5 }, NOW, via))).toBe('raffle_full');
      expect(answer(decideJoin({ ...states.open, entryCount: 1_000_000 }, NOW, via))).toBe('raffle_full');
    }
  });

  test('I4 a switched-off public link reveals nothing about the raffle, an invite still works', () => {
    for (const state of stateNames) {
      const facts = { ...states[state], allowPublicJoin: false };
      expect(answer(decideJoin(facts, NOW, 'public'))).toBe('public_join_off');
    }
    expect(answer(decideJoin({ ...states.open, allowPublicJoin: false }, NOW, 'invite'))).toBe('yes');
  });

  test.each([
    [0, 'tickets_invalid'],
    [-1, 'tickets_invalid'],
    [1.5, 'tickets_invalid'],
    [NaN, 'tickets_invalid'],
    [Infinity, 'tickets_invalid'],
    [1, 'yes'],
    [3, 'yes'],
    [4, 'tickets_over_limit'],
  ])('R20 %d tickets where 3 is the most: %s', (tickets, expected) => {
    expect(answer(decideTicketChange(states.open, tickets))).toBe(expected);
  });
});

type Command =
  | { do: 'edit' | 'open' | 'close' | 'reopen' | 'freeze' | 'finish' | 'delete' | 'invite' }
  | { do: 'wait'; ms: number }
  | { do: 'join'; via: 'invite' | 'public' }
  | { do: 'leave' | 'remove'; entry: number }
  | { do: 'tickets'; entry: number; tickets: number };

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constantFrom('edit', 'open', 'close', 'reopen', 'freeze', 'finish', 'delete', 'invite' as const),
  }),
  fc.record({ do: fc.constant('open' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 100 }) }),
  fc.record({ do: fc.constant('join' as const), via: fc.constantFrom('invite' as const, 'public' as const) }),
  fc.record({ do: fc.constantFrom('leave' as const, 'remove' as const), entry: fc.nat({ max: 9 }) }),
  fc.record({
    do: fc.constant('tickets' as const),
    entry: fc.nat({ max: 9 }),
    tickets: fc.integer({ min: -1, max: 6 }),
  }),
);

/** A raffle's life as the server would lead it: each accepted command is carried out, nothing else is checked here. */
interface Life {
  facts: RaffleFacts & { title: string };
  now: number;
  /** Tickets by entry number. */
  entries: number[];
  invitees: number;
  edits: number;
  freezes: number;
  deleted: boolean;
}

function decide(life: Life, command: Command): Decision<unknown> {
  const { facts, now } = life;
  switch (command.do) {
    case 'edit':
      return decideEdit(facts);
    case 'open':
      return decideOpen(facts, now);
    case 'close':
      return decideClose(facts, now);
    case 'reopen':
      return decideReopen(facts, now);
    case 'freeze':
      return decideDraw(facts, now);
    case 'delete':
      return decideDelete(facts);
    case 'invite':
      return decideInviteeChange(facts);
    case 'join':
      return decideJoin(facts, now, command.via);
    case 'leave':
      return decideLeave(facts, now);
    case 'remove':
      return decideRemoveParticipant(facts);
    case 'tickets':
      return decideTicketChange(facts, command.tickets);
    case 'finish':
    case 'wait':
      return { ok: true, value: undefined };
  }
}

function carryOut(life: Life, command: Command): Life {
  const next = { ...life, entries: [...life.entries] };
  const set = (change: Partial<RaffleFacts>) => (next.facts = { ...next.facts, ...change });
  switch (command.do) {
    case 'edit':
      next.edits += 1;
      break;
    case 'open':
    case 'reopen':
      set({ status: 'open' });
      break;
    case 'close':
      set({ status: 'closed' });
      break;
    case 'freeze':
      set({ status: 'closed', drawStarted: true });
      next.freezes += 1;
      break;
    case 'finish':
      if (life.facts.drawStarted) set({ status: 'drawn' });
      break;
    case 'delete':
      next.deleted = true;
      break;
    case 'invite':
      next.invitees += 1;
      break;
    case 'wait':
      next.now += command.ms;
      break;
    case 'join':
      next.entries.push(1);
      break;
    case 'leave':
    case 'remove':
      if (command.entry < life.entries.length) next.entries[command.entry] = 0;
      break;
    case 'tickets':
      if (command.entry < life.entries.length) next.entries[command.entry] = command.tickets;
      break;
  }
  set({ entryCount: next.entries.length, ticketTotal: next.entries.reduce((sum, one) => sum + one, 0) });
  return next;
}

/** Status changes that one accepted command may make. */
const STEPS = ['draft→open', 'open→closed', 'closed→open', 'closed→drawn'];

function checkStep(before: Life, after: Life, command: Command): void {
  const { facts } = before;
  const deadlineGone = facts.deadlineAt !== null && before.now >= facts.deadlineAt;
  if (facts.status !== after.facts.status) {
    expect(STEPS).toContain(`${facts.status}→${after.facts.status}`);
  }
  if (facts.status !== 'draft') {
    expect(after.edits, 'R10 edited after opening').toBe(before.edits);
    expect(after.deleted, 'R10 deleted after opening').toBe(false);
  } else {
    expect(after.entries, 'R10 joined a draft').toEqual([]);
  }
  if (facts.drawStarted) {
    expect(
      { ...after, now: 0, facts: { ...after.facts, status: '' } },
      'R13 changed after the freeze',
    ).toEqual({ ...before, now: 0, facts: { ...before.facts, status: '' } });
  }
  if (after.entries.length > before.entries.length) {
    expect(facts.status === 'open' && !deadlineGone, 'R12 joined while not open').toBe(true);
    expect(command.do === 'join' && command.via === 'public' && !facts.allowPublicJoin).toBe(false);
  }
  if (after.freezes > before.freezes) {
    expect(facts.ticketTotal, 'R13 drawn without a ticket').toBeGreaterThan(0);
    expect(['open', 'closed']).toContain(facts.status);
  }
  if (after.facts.status === 'open' && facts.status !== 'open') {
    expect(deadlineGone, 'R16 opened after the deadline').toBe(false);
  }
  expect(after.entries.length, 'R22 a number was taken back').toBeGreaterThanOrEqual(before.entries.length);
  expect(after.entries.length, 'R23 over capacity').toBeLessThanOrEqual(facts.maxEntries ?? Infinity);
  expect(after.entries.every((one) => one >= 0 && one <= facts.maxTickets)).toBe(true);
  expect(after.freezes, 'R13 two draws').toBeLessThanOrEqual(1);
}

test('R10–R23 no sequence of commands breaks the rules', () => {
  const starts = fc.record({
    title: fc.constantFrom('A raffle', ''),
    deadlineAt: fc.option(fc.integer({ min: NOW - 10, max: NOW + 600 })),
    maxEntries: fc.option(fc.integer({ min: 1, max: 4 })),
    maxTickets: fc.integer({ min: 1, max: 5 }),
    allowPublicJoin: fc.boolean(),
  });
  const reached = new Set<string>();
  fc.assert(
    fc.property(starts, fc.array(commands, { maxLength: 60, size: 'max' }), (start, script) => {
      const facts = { ...draft, ...start, entryCount: 0, ticketTotal: 0 };
      let life: Life = {
        facts,
        now: NOW,
        entries: [],
        invitees: 0,
        edits: 0,
        freezes: 0,
        deleted: false,
      };
      for (const command of script) {
        if (life.deleted) break;
        if (decide(life, command).ok) {
          const next = carryOut(life, command);
          checkStep(life, next, command);
          life = next;
        }
        reached.add(life.facts.drawStarted ? `${life.facts.status} frozen` : life.facts.status);
      }
    }),
    { numRuns: 1500 },
  );
  // The run is worth something only if it went everywhere.
  expect([...reached].sort()).toEqual(['closed', 'closed frozen', 'draft', 'drawn frozen', 'open']);
});
