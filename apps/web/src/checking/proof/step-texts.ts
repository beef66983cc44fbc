/** What each step of a check shows, and whom it binds (draw protocol §7). */
import type { StepName } from '@glassdrum/fair-draw';
import { m } from '../../messages/generated/messages.js';

export interface StepTexts {
  title: string;
  shows: string;
  binds: string;
}

const TEXTS: Record<StepName, [title: () => string, shows: () => string, binds: () => string]> = {
  format: [m.checking_format, m.checking_format_shows, m.checking_format_binds],
  seed_commit: [m.checking_seed_commit, m.checking_seed_commit_shows, m.checking_seed_commit_binds],
  rules: [m.checking_rules, m.checking_rules_shows, m.checking_rules_binds],
  plan: [m.checking_plan, m.checking_plan_shows, m.checking_plan_binds],
  entries: [m.checking_entries, m.checking_entries_shows, m.checking_entries_binds],
  holders: [m.checking_holders, m.checking_holders_shows, m.checking_holders_binds],
  contributions: [m.checking_contributions, m.checking_contributions_shows, m.checking_contributions_binds],
  records: [m.checking_records, m.checking_records_shows, m.checking_records_binds],
  beacon_round: [m.checking_beacon_round, m.checking_beacon_round_shows, m.checking_beacon_round_binds],
  beacon_value: [m.checking_beacon_value, m.checking_beacon_value_shows, m.checking_beacon_value_binds],
  beacon_signature: [
    m.checking_beacon_signature,
    m.checking_beacon_signature_shows,
    m.checking_beacon_signature_binds,
  ],
  client_seed: [m.checking_client_seed, m.checking_client_seed_shows, m.checking_client_seed_binds],
  combined_seed: [m.checking_combined_seed, m.checking_combined_seed_shows, m.checking_combined_seed_binds],
  shuffle: [m.checking_shuffle, m.checking_shuffle_shows, m.checking_shuffle_binds],
  winners: [m.checking_winners, m.checking_winners_shows, m.checking_winners_binds],
  names: [m.checking_names, m.checking_names_shows, m.checking_names_binds],
  assurance: [m.checking_assurance, m.checking_assurance_shows, m.checking_assurance_binds],
  log: [m.checking_log, m.checking_log_shows, m.checking_log_binds],
  witnesses: [m.checking_witnesses, m.checking_witnesses_shows, m.checking_witnesses_binds],
  audience: [m.checking_audience, m.checking_audience_shows, m.checking_audience_binds],
  standing: [m.checking_standing, m.checking_standing_shows, m.checking_standing_binds],
  series: [m.checking_series, m.checking_series_shows, m.checking_series_binds],
  receipt: [m.checking_receipt, m.checking_receipt_shows, m.checking_receipt_binds],
};

export function stepTexts(name: StepName): StepTexts {
  const [title, shows, binds] = TEXTS[name];
  return { title: title(), shows: shows(), binds: binds() };
}

/** Steps of a check without and with a receipt, for its progress. */
export const STEPS_WITHOUT_RECEIPT = Object.keys(TEXTS).length - 1;
