/**
 * R74: what a host asks winners for, as fields: on the winner's phone, and where the host claims for somebody. Sentences stand
 * beside the field that they are about; what was typed stays whatever happens.
 */
import { type ReactNode, useId, useMemo } from 'react';
import {
  type ClaimAnswer,
  type ClaimField,
  type ClaimProblems,
  countryCodes,
  hasPostcodes,
  LIMITS,
  type PostalAddress,
} from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { Field, Select, TextInput } from '../../ui/field.tsx';
import { countryName, emptyAddress, type TypedAnswers } from './claim-answers.ts';

interface ClaimFormFieldsProps {
  fields: readonly ClaimField[];
  answers: TypedAnswers;
  onAnswers: (answers: TypedAnswers) => void;
  /** Of the rule or the server, by field. */
  problems: ClaimProblems;
  /** The host enters what is known: nothing has to be filled in. */
  isForOther?: boolean;
}

export function ClaimFormFields({ fields, answers, onAnswers, problems, isForOther }: ClaimFormFieldsProps) {
  return (
    // A field that is wrong comes into view with its label.
    <div className="grid gap-5 [&_input]:scroll-mt-12 [&_select]:scroll-mt-12">
      {fields.map((field) => (
        <ClaimFieldInput
          key={field.id}
          // Where nothing has to be filled in, no field is marked as optional.
          field={isForOther === true ? { ...field, required: true } : field}
          answer={answers[field.id]}
          onAnswer={(answer) => onAnswers({ ...answers, [field.id]: answer })}
          problems={problems}
        />
      ))}
    </div>
  );
}

interface InputProps<Answer> {
  field: ClaimField;
  answer: Answer;
  onAnswer: (answer: ClaimAnswer) => void;
}

function ClaimFieldInput({
  field,
  answer,
  onAnswer,
  problems,
}: InputProps<ClaimAnswer | undefined> & { problems: ClaimProblems }) {
  const text = typeof answer === 'string' ? answer : '';
  switch (field.kind) {
    case 'text':
    case 'email':
    case 'phone':
      return (
        <Field label={labelOf(field)} hint={hintOf(field)} error={problems[field.id]}>
          <TextInput
            {...TEXT_INPUTS[field.kind]}
            value={text}
            onChange={(event) => onAnswer(event.target.value)}
          />
        </Field>
      );
    case 'address':
      return (
        <AddressInput
          field={field}
          answer={typeof answer === 'object' ? answer : emptyAddress()}
          onAnswer={onAnswer}
          problems={problems}
        />
      );
    case 'choice':
      return <ChoiceInput field={field} answer={text} onAnswer={onAnswer} error={problems[field.id]} />;
    case 'yes_no':
      return (
        <Options
          field={field}
          error={problems[field.id]}
          options={[
            { value: true, label: m.claim_form_yes() },
            { value: false, label: m.claim_form_no() },
          ]}
          chosen={typeof answer === 'boolean' ? answer : null}
          onChoose={onAnswer}
        />
      );
  }
}

const TEXT_INPUTS = {
  text: { autoComplete: 'off', maxLength: LIMITS.claimText.max },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'off',
    spellCheck: false,
    maxLength: LIMITS.email.max,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 2 * LIMITS.phoneDigits.max },
} as const;

function labelOf({ label, required }: ClaimField): ReactNode {
  if (required) return label;
  return (
    <>
      {label} <span className="font-normal text-ink-soft">{m.claim_form_optional()}</span>
    </>
  );
}

const hintOf = ({ hint }: ClaimField): string | undefined => (hint === '' ? undefined : hint);

/** Longer lists are chosen from a menu. */
const LISTED_CHOICES = 5;

function ChoiceInput({ field, answer, onAnswer, error }: InputProps<string> & { error: string | undefined }) {
  if (field.choices.length <= LISTED_CHOICES) {
    const options = field.choices.map((choice) => ({ value: choice, label: choice }));
    return <Options field={field} error={error} options={options} chosen={answer} onChoose={onAnswer} />;
  }
  return (
    <Field label={labelOf(field)} hint={hintOf(field)} error={error}>
      <Select value={answer} onChange={(event) => onAnswer(event.target.value)}>
        <option value="">{m.claim_form_choose()}</option>
        {field.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    </Field>
  );
}

interface OptionsProps<Value> {
  field: ClaimField;
  error: string | undefined;
  options: readonly { value: Value; label: string }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

function Options<Value extends string | boolean>({
  field,
  error,
  options,
  chosen,
  onChoose,
}: OptionsProps<Value>) {
  const id = useId();
  const hasError = error !== undefined;
  const describedBy = classNames(field.hint !== '' && `${id}-hint`, hasError && `${id}-error`);
  return (
    <fieldset
      // Where focus goes when the answer is missing: the group is announced with what is wrong.
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={hasError || undefined}
      aria-describedby={describedBy === '' ? undefined : describedBy}
      className="grid gap-2"
    >
      <legend className="float-left mb-0 font-semibold">{labelOf(field)}</legend>
      <div className="clear-both grid gap-2 sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <label
            key={String(value)}
            className="flex min-h-11 items-center gap-3 rounded-xl border border-line-strong bg-card px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name={id}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="size-5 shrink-0 accent-(--brand)"
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
      {field.hint !== '' && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {field.hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** In the order in which people write an address; a phone fills it in from its own. */
const LINES = [
  { member: 'line1', label: m.claim_form_line1, autoComplete: 'address-line1', isOptional: false },
  { member: 'line2', label: m.claim_form_line2, autoComplete: 'address-line2', isOptional: true },
] as const;

function AddressInput({
  field,
  answer,
  onAnswer,
  problems,
}: InputProps<PostalAddress> & { problems: ClaimProblems }) {
  const id = useId();
  const countries = useMemo(() => sortedCountries(), []);
  const problemOf = (member: keyof PostalAddress): string | undefined => problems[`${field.id}.${member}`];
  const whole = problems[field.id];
  const input = (member: keyof PostalAddress, autoComplete: string) => ({
    autoComplete,
    maxLength: member === 'postcode' ? LIMITS.postcode.max : LIMITS.addressLine.max,
    value: answer[member],
    onChange: (event: { target: { value: string } }) => onAnswer({ ...answer, [member]: event.target.value }),
  });
  return (
    <fieldset
      className="grid gap-3 rounded-2xl border border-line bg-sunken p-4"
      aria-labelledby={`${id}-label`}
    >
      <p id={`${id}-label`} className="font-semibold">
        {labelOf(field)}
        {field.hint !== '' && <span className="block text-sm font-normal text-ink-soft">{field.hint}</span>}
      </p>
      {LINES.map(({ member, label, autoComplete, isOptional }) => (
        <Field
          key={member}
          label={isOptional ? <OptionalLabel>{label()}</OptionalLabel> : label()}
          error={problemOf(member) ?? (member === 'line1' ? whole : undefined)}
        >
          <TextInput {...input(member, autoComplete)} />
        </Field>
      ))}
      <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Field
          label={
            hasPostcodes(answer.country) ? (
              m.claim_form_postcode()
            ) : (
              <OptionalLabel>{m.claim_form_postcode()}</OptionalLabel>
            )
          }
          error={problemOf('postcode')}
        >
          <TextInput {...input('postcode', 'postal-code')} />
        </Field>
        <Field label={m.claim_form_city()} error={problemOf('city')}>
          <TextInput {...input('city', 'address-level2')} />
        </Field>
      </div>
      <Field label={m.claim_form_country()} error={problemOf('country')}>
        <Select
          autoComplete="country"
          value={answer.country}
          onChange={(event) => onAnswer({ ...answer, country: event.target.value })}
        >
          <option value="">{m.claim_form_choose()}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </fieldset>
  );
}

function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="font-normal text-ink-soft">{m.claim_form_optional()}</span>
    </>
  );
}

function sortedCountries(): { code: string; name: string }[] {
  return countryCodes()
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
