/** The raffle form while it is filled in: each field is judged from its first change on, all of them after a try to send. */
import { useState } from 'react';
import type { RaffleForm, RaffleFormErrors } from './raffle-form-state.ts';
import { raffleFormErrors } from './raffle-form-state.ts';

/** The contract's name of a field, where the form's differs. */
const FIELD_OF: Partial<Record<keyof RaffleForm, string>> = {
  maxWinners: 'max_winners',
  maxTickets: 'max_tickets',
  maxEntries: 'max_entries',
  drawDate: 'deadline_at',
  image: 'image_url',
};

const fieldsOf = (changed: Partial<RaffleForm>): string[] =>
  (Object.keys(changed) as (keyof RaffleForm)[]).map((key) => FIELD_OF[key] ?? key);

interface RaffleFormView {
  form: RaffleForm;
  errors: RaffleFormErrors;
  change: (changed: Partial<RaffleForm>) => void;
  /** Shows everything that is wrong; true when nothing is. */
  check: () => boolean;
  /** The server's sentences, each until its field changes. */
  refuse: (fields: RaffleFormErrors) => void;
  startWith: (form: RaffleForm) => void;
}

export function useRaffleForm(first: () => RaffleForm): RaffleFormView {
  const [form, setForm] = useState(first);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<RaffleFormErrors>({});
  const [judgedAt, setJudgedAt] = useState(Date.now);
  const found = raffleFormErrors(form, judgedAt);
  const shown = Object.entries(found).filter(([field]) => tried || touched.has(field));
  return {
    form,
    errors: { ...refused, ...Object.fromEntries(shown) },
    change(changed) {
      setJudgedAt(Date.now());
      setForm((before) => ({ ...before, ...changed }));
      const fields = fieldsOf(changed);
      setTouched((before) => new Set([...before, ...fields]));
      setRefused((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
      );
    },
    check() {
      const now = Date.now();
      setTried(true);
      setJudgedAt(now);
      return Object.keys(raffleFormErrors(form, now)).length === 0;
    },
    refuse: setRefused,
    startWith(next) {
      setForm(next);
      setTouched(new Set());
      setTried(false);
      setRefused({});
    },
  };
}
