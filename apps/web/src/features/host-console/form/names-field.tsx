/** R78: how much of their names people may publish; at least one form. */
import { type NamePublication, namePublications } from '@glassdrum/raffle-rules';
import { useController } from 'react-hook-form';
import { m } from '../../../messages/generated/messages.js';
import type { RaffleForm } from './raffle-form.ts';

export const ALLOWED_FORMS: Record<NamePublication, () => string> = {
  full: m.console_names_full,
  initial: m.console_names_initial,
  number: m.console_names_number,
};

export function NamesField() {
  const { field, fieldState } = useController<RaffleForm, 'name_publications'>({ name: 'name_publications' });
  const allowed = field.value.split(',');
  const error = fieldState.error?.message;
  const toggle = (form: NamePublication, isAllowed: boolean): void => {
    const forms = namePublications.filter((one) => (one === form ? isAllowed : allowed.includes(one)));
    field.onChange(forms.join(','));
  };
  return (
    <fieldset className="grid gap-1" aria-describedby={error === undefined ? 'names-hint' : 'names-error'}>
      <legend className="mb-1 font-semibold">{m.console_field_names()}</legend>
      {namePublications.map((form) => (
        <label key={form} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={allowed.includes(form)}
            onChange={(event) => toggle(form, event.target.checked)}
            aria-invalid={error !== undefined}
            className="size-5 accent-(--brand)"
          />
          {ALLOWED_FORMS[form]()}
        </label>
      ))}
      {error === undefined ? (
        <p id="names-hint" className="text-sm text-ink-soft">
          {m.console_field_names_hint()}
        </p>
      ) : (
        <p id="names-error" role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
