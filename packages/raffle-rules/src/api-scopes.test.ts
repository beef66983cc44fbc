/** R85: what tokens of each scope may do. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiScopes, type MemberAbility, scopeFor, tokenMay } from './api-scopes.ts';
import { raffleAbilities } from './permissions.ts';
import { workspaceAbilities } from './workspaces.ts';

const ALL: readonly MemberAbility[] = [...raffleAbilities, ...workspaceAbilities];

test('R85 every ability has its scope, or is said to have none', () => {
  for (const ability of ALL) expect([ability, scopeFor(ability)]).not.toContain(undefined);
});

test('R85 no token reaches accounts, members, tokens, or links that outlive it, whatever its scopes', () => {
  const all = new Set(apiScopes);
  for (const ability of ALL) {
    const outlives =
      /^(?:manage_(?!claims)|invite_members|change_members|change_settings|leave_|rename_w|delete_w|erase_|share_(?!public))/;
    if (outlives.test(ability)) expect([ability, tokenMay(all, ability)]).toEqual([ability, false]);
  }
  for (const ability of ['chat', 'join', 'claim_prize', 'moderate_chat'] as const)
    expect(tokenMay(all, ability)).toBe(false);
});

test('R85 reading changes nothing: what a token of scope read may do is only to see and export', () => {
  const read = new Set(['read'] as const);
  for (const ability of ALL) {
    if (tokenMay(read, ability)) expect(ability).toMatch(/^(?:see_|export_|watch_|verify_|read_)/);
  }
});

test('R85 only scope draw starts a draw or decides about prizes', () => {
  const others = new Set(['read', 'entries'] as const);
  for (const ability of ['draw_winners', 'pass_over_winner', 'skip_draw', 'cancel_raffle'] as const) {
    expect([tokenMay(others, ability), tokenMay(new Set(['draw'] as const), ability)]).toEqual([false, true]);
  }
});

test('R85 another scope never takes anything away', () => {
  fc.assert(
    fc.property(
      fc.subarray([...apiScopes]),
      fc.subarray([...apiScopes]),
      fc.constantFrom(...ALL),
      (a, b, ability) => {
        const both = tokenMay(new Set([...a, ...b]), ability);
        expect(both).toBe(tokenMay(new Set(a), ability) || tokenMay(new Set(b), ability));
      },
    ),
  );
});
