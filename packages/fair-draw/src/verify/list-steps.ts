/** The checks of what was fixed before the draw: seed, rules, plan, entries, contributions, records (draw protocol §7). */
import { closeHash, freezeHash, openHash } from '../draw-records.ts';
import {
  contributionsHash,
  entriesRoot,
  entropyCommit,
  entryOfProof,
  poolTotals,
} from '../entry-commitments.ts';
import { holdersHash, planHash, planOfProof } from '../plan.ts';
import { closeFieldsOf, type DrawProof, freezeFieldsOf, holdersOf, openFieldsOf } from '../proof.ts';
import { beaconKindAllowed, rulesHash, rulesOfProof } from '../rules.ts';
import { seedCommitHash } from '../seeds.ts';
import { fail, passIf, skip, type StepResult } from './step-result.ts';

export function seedCommitStep({ seed_reveal, seed_commit_hash }: DrawProof): StepResult {
  return passIf(
    seedCommitHash(seed_reveal) === seed_commit_hash,
    'the revealed seed is not the committed one',
  );
}

export function rulesStep({ rules, open, freeze, entries }: DrawProof): StepResult {
  if (rules === null) return skip('the rules were erased');
  if (rulesHash(rulesOfProof(rules)) !== open.rules_hash)
    return fail('the rules are not those of the opening');
  const { kind } = freeze.beacon;
  if (!beaconKindAllowed(rules.beacon_policy, kind)) {
    return fail(`the rules do not allow the beacon "${kind}"`);
  }
  const { ticket_limit } = rules;
  const above =
    ticket_limit === '-' ? -1 : entries.findIndex(([, , own]) => own.some((w) => w > ticket_limit));
  return passIf(above === -1, `entry ${above + 1} has more tickets than the rules allow`);
}

export function planStep({ plan, draw_id, close }: DrawProof): StepResult {
  return passIf(planHash(draw_id, planOfProof(plan)) === close.plan_hash, 'the plan is not the closed one');
}

export function entriesStep(proof: DrawProof): StepResult {
  const { close, draw_id } = proof;
  const entries = proof.entries.map(entryOfProof);
  if (entries.length !== close.entry_count) return fail('the list has another number of entries');
  const totals = poolTotals(entries, close.pool_totals.length);
  if (totals.some((total, pool) => total !== close.pool_totals[pool])) {
    return fail('the list has other totals of weights');
  }
  const wrong = entries.findIndex(({ state, weights }) => state !== 'in' && weights.some((w) => w !== 0));
  if (wrong !== -1) return fail(`entry ${wrong + 1} does not take part but has a weight`);
  return passIf(entriesRoot(draw_id, entries) === close.entries_root, 'the list is not the closed one');
}

export function holdersStep({ holders, entries, draw_id, close, open, plan }: DrawProof): StepResult {
  if (holders.length > 0 && open.stage === 1) return fail('a first draw has holders of earlier prizes');
  if (holders.length > 0 && plan.earlier_winners === 'in') {
    return fail('earlier winners take part, but some are listed as sitting out');
  }
  const expected = holdersOf(entries.map(([state]) => ({ state })));
  if (holders.length !== expected.length || expected.some((number, index) => number !== holders[index])) {
    return fail('holders are not the entries of the state holder');
  }
  return passIf(
    (holdersHash(draw_id, expected) ?? '-') === close.holders_hash,
    'the holders are not the closed ones',
  );
}

export function contributionsStep({ contributions, entries, draw_id, freeze }: DrawProof): StepResult {
  let previous = 0;
  for (const [entryNumber, contribution] of contributions) {
    if (entryNumber <= previous) return fail('the contributions are not in entry order');
    previous = entryNumber;
    if (entries[entryNumber - 1]?.[4] !== entropyCommit(contribution)) {
      return fail(`the contribution of entry ${entryNumber} is not the committed one`);
    }
  }
  return passIf(
    (contributionsHash(draw_id, contributions) ?? '-') === freeze.contributions_hash,
    'the contributions are not the frozen ones',
  );
}

export function recordsStep(proof: DrawProof): StepResult {
  if (openHash(openFieldsOf(proof)) !== proof.open_hash)
    return fail('open_hash does not match the open record');
  if (closeHash(closeFieldsOf(proof)) !== proof.close_hash) {
    return fail('close_hash does not match the close record');
  }
  return passIf(
    freezeHash(freezeFieldsOf(proof)) === proof.freeze_hash,
    'freeze_hash does not match the freeze record',
  );
}
