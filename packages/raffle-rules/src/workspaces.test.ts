import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  decideMemberChange,
  decideStartConfirmation,
  mayInWorkspace,
  START_CONFIRM_MS,
  type WorkspaceAbility,
  workspaceAbilities,
  type WorkspaceRole,
  workspaceRoles,
} from './workspaces.ts';

const whoMay = (ability: WorkspaceAbility): WorkspaceRole[] =>
  workspaceRoles.filter((role) => mayInWorkspace(role, ability));

test.each<[WorkspaceAbility, WorkspaceRole[]]>([
  ['see_workspace', ['owner', 'host', 'desk', 'presenter', 'observer']],
  ['leave_workspace', ['owner', 'host', 'desk', 'presenter', 'observer']],
  ['see_activity', ['owner', 'host', 'observer']],
  ['create_raffle', ['owner', 'host']],
  ['rename_workspace', ['owner', 'host']],
  ['manage_tokens', ['owner', 'host']],
  ['manage_webhooks', ['owner', 'host']],
  ['manage_embed', ['owner', 'host']],
  ['change_members', ['owner']],
  ['invite_members', ['owner']],
  ['delete_workspace', ['owner']],
  ['change_settings', ['owner']],
])('R81 who may %s', (ability, roles) => {
  expect(whoMay(ability)).toEqual(roles);
});

test('R81 the table above has every ability', () => {
  expect(workspaceAbilities).toHaveLength(12);
});

describe('R81 a workspace keeps an owner', () => {
  it('R81 refuses to let the last one go or become something else', () => {
    for (const next of [null, 'host', 'observer'] as const) {
      expect(decideMemberChange({ role: 'owner', next, owners: 1 })).toEqual({
        ok: false,
        refusal: 'last_owner',
      });
      expect(decideMemberChange({ role: 'owner', next, owners: 2 })).toEqual({ ok: true, value: next });
    }
  });

  it('R83 leaves a role to the groups that it comes from, and lets the person go', () => {
    const member = { role: 'desk', owners: 1, fromProvider: true } as const;
    expect(decideMemberChange({ ...member, next: 'host' })).toEqual({
      ok: false,
      refusal: 'role_from_provider',
    });
    for (const next of ['desk', null] as const) {
      expect(decideMemberChange({ ...member, next })).toEqual({ ok: true, value: next });
    }
    expect(decideMemberChange({ ...member, fromProvider: false, next: 'host' }).ok).toBe(true);
  });

  it('R81 property: whoever changes and goes in whatever order, an owner is left', () => {
    const person = fc.nat({ max: 5 });
    const next = fc.option(fc.constantFrom(...workspaceRoles), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(person, next), { maxLength: 40 }), (changes) => {
        const people = new Map<number, WorkspaceRole>([
          [0, 'owner'],
          [1, 'owner'],
          [2, 'host'],
          [3, 'desk'],
        ]);
        for (const [one, wanted] of changes) {
          const role = people.get(one);
          if (role === undefined) {
            if (wanted !== null) people.set(one, wanted);
            continue;
          }
          const owners = [...people.values()].filter((each) => each === 'owner').length;
          if (!decideMemberChange({ role, next: wanted, owners }).ok) continue;
          if (wanted === null) people.delete(one);
          else people.set(one, wanted);
        }
        expect([...people.values()]).toContain('owner');
      }),
    );
  });
});

describe('R81 two people start a draw', () => {
  const request = { askedBy: 'ada', expiresAt: START_CONFIRM_MS };

  it('R81 takes another person, in time', () => {
    expect(decideStartConfirmation(request, { by: 'bob', now: START_CONFIRM_MS - 1 })).toEqual({
      ok: true,
      value: request,
    });
    expect(decideStartConfirmation(request, { by: 'ada', now: 0 })).toEqual({
      ok: false,
      refusal: 'second_person_needed',
    });
    expect(START_CONFIRM_MS).toBe(60_000);
  });

  it('R81 is over after the time, and where nobody has asked', () => {
    for (const one of [request, null]) {
      expect(decideStartConfirmation(one, { by: 'bob', now: START_CONFIRM_MS })).toEqual({
        ok: false,
        refusal: 'start_request_over',
      });
    }
  });
});
