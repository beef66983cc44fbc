/**
 * R74: what a host asks winners for when they claim a prize, and whether an answer is good. Screens judge by it while somebody
 * types, and the server decides by it. Sentences go to the field that they are about.
 */
import { accept, type Decision } from './decision.ts';
import { hasPostcodes, isCountry } from './countries.ts';
import { isEmailAddress } from './email.ts';
import { withoutInvisible } from './invisible.ts';
import { LIMITS } from './limits.ts';
import { decideReplan, type RaffleFacts } from './status.ts';

export const claimFieldKinds = ['text', 'email', 'phone', 'address', 'choice', 'yes_no'] as const;
export type ClaimFieldKind = (typeof claimFieldKinds)[number];

/** One question of the form. Its id is its place in the form: `f1`, `f2` …; the form of a draw never changes. */
export interface ClaimField {
  id: string;
  kind: ClaimFieldKind;
  label: string;
  required: boolean;
  /** Empty for none. */
  hint: string;
  /** Of the kind `choice`; empty otherwise. */
  choices: string[];
}

export interface PostalAddress {
  line1: string;
  /** Empty where one line is enough. */
  line2: string;
  /** Empty where the country has none. */
  postcode: string;
  city: string;
  /** ISO 3166-1. */
  country: string;
}

export type ClaimAnswer = string | boolean | PostalAddress;
/** Answers by the id of their field; what was left empty is not in there. */
export type ClaimAnswers = Record<string, ClaimAnswer>;

/** Until a draw starts, for the draws to come; the freeze of a draw fixes its form. */
export function decideClaimForm(facts: RaffleFacts): Decision {
  return facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
}

/** Sentences by path: an index and a member of a form, or a field's id, for an address with the member behind a dot. */
export type ClaimProblems = Record<string, string>;

/** A label or a choice in the form in which two of them are the same. */
const folded = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

const lengthOf = (text: string): number => Array.from(text).length;

/** One line, without what nobody sees. */
function plainLine(text: string): string {
  return withoutInvisible(text).normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** The form as it is stored: each text a clean line, choices only where there is a choice, ids by place. */
export function cleanClaimForm(fields: readonly Omit<ClaimField, 'id'>[]): ClaimField[] {
  return fields.map(({ kind, label, required, hint, choices }, index) => ({
    id: `f${index + 1}`,
    kind,
    label: plainLine(label),
    required,
    hint: plainLine(hint),
    choices: kind === 'choice' ? choices.map(plainLine).filter((choice) => choice !== '') : [],
  }));
}

/** What is wrong with a form, by path: `0.label`, `2.choices`; nothing where it can be used. */
export function claimFormProblems(fields: readonly Omit<ClaimField, 'id'>[]): ClaimProblems {
  const problems: ClaimProblems = {};
  const clean = cleanClaimForm(fields);
  for (const [index, { kind, label, hint, choices }] of clean.entries()) {
    const isRepeated = clean.slice(0, index).some((other) => folded(other.label) === folded(label));
    const labelProblem = problemOfLabel(label, isRepeated);
    if (labelProblem !== null) problems[`${index}.label`] = labelProblem;
    if (lengthOf(hint) > LIMITS.claimHint.max) {
      problems[`${index}.hint`] = `A hint has at most ${LIMITS.claimHint.max} characters.`;
    }
    const choicesProblem = kind === 'choice' ? problemOfChoices(choices) : null;
    if (choicesProblem !== null) problems[`${index}.choices`] = choicesProblem;
  }
  return problems;
}

function problemOfLabel(label: string, isRepeated: boolean): string | null {
  if (label === '') return 'Please enter what you ask for.';
  if (lengthOf(label) > LIMITS.claimLabel.max) {
    return `A question has at most ${LIMITS.claimLabel.max} characters.`;
  }
  return isRepeated ? 'Another field of this form has the same question.' : null;
}

function problemOfChoices(choices: readonly string[]): string | null {
  const { min, max } = LIMITS.claimChoices;
  if (choices.length < min) return `Please enter at least ${min} choices, one a line.`;
  if (choices.length > max) return `Please enter at most ${max} choices.`;
  if (choices.some((choice) => lengthOf(choice) > LIMITS.claimChoice.max)) {
    return `A choice has at most ${LIMITS.claimChoice.max} characters.`;
  }
  if (new Set(choices.map(folded)).size < choices.length) return 'One of these choices is there twice.';
  return null;
}

export type CheckedClaimAnswers =
  { ok: true; answers: ClaimAnswers } | { ok: false; problems: ClaimProblems };

/**
 * The answers as they are stored, or everything that is wrong with them.
 * @param by a winner answers what is required; who claims for somebody enters what they know
 */
export function checkClaimAnswers(
  fields: readonly ClaimField[],
  given: Readonly<Record<string, ClaimAnswer | undefined>>,
  by: 'winner' | 'other',
): CheckedClaimAnswers {
  const answers: ClaimAnswers = {};
  const problems: ClaimProblems = {};
  const known = new Set(fields.map(({ id }) => id));
  for (const id of Object.keys(given)) {
    if (!known.has(id)) problems[id] = 'This form has no such field. Please load the page again.';
  }
  for (const field of fields) {
    const answer = cleanAnswer(given[field.id]);
    if (answer === null) {
      if (field.required && by === 'winner') problems[field.id] = missing(field);
      continue;
    }
    const wrong = problemsOf(field, answer);
    if (wrong.length === 0) answers[field.id] = answer;
    for (const [member, sentence] of wrong) {
      problems[member === null ? field.id : `${field.id}.${member}`] = sentence;
    }
  }
  return Object.keys(problems).length === 0 ? { ok: true, answers } : { ok: false, problems };
}

/** Null for what was left empty. A country alone is what the screen suggested, and no address. */
function cleanAnswer(given: ClaimAnswer | undefined): ClaimAnswer | null {
  if (given === undefined) return null;
  if (typeof given === 'boolean') return given;
  if (typeof given === 'string') {
    const line = plainLine(given);
    return line === '' ? null : line;
  }
  const address = {
    line1: plainLine(given.line1),
    line2: plainLine(given.line2),
    postcode: plainLine(given.postcode).toUpperCase(),
    city: plainLine(given.city),
    country: given.country.trim().toUpperCase(),
  };
  const { line1, line2, postcode, city } = address;
  return line1 + line2 + postcode + city === '' ? null : address;
}

function missing({ kind }: ClaimField): string {
  switch (kind) {
    case 'text':
      return 'Please fill this in.';
    case 'email':
      return 'Please enter your email address.';
    case 'phone':
      return 'Please enter your phone number.';
    case 'address':
      return 'Please enter your postal address.';
    case 'choice':
      return 'Please choose one.';
    case 'yes_no':
      return 'Please choose yes or no.';
  }
}

type Problem = readonly [member: keyof PostalAddress | null, sentence: string];

function problemsOf(field: ClaimField, answer: ClaimAnswer): Problem[] {
  if (typeof answer === 'object') {
    return field.kind === 'address' ? addressProblems(answer) : [[null, missing(field)]];
  }
  if (typeof answer === 'boolean' || field.kind === 'yes_no' || field.kind === 'address') {
    return typeof answer === 'boolean' && field.kind === 'yes_no' ? [] : [[null, missing(field)]];
  }
  const sentence = textProblem(field, field.kind, answer);
  return sentence === null ? [] : [[null, sentence]];
}

function textProblem(
  { choices }: ClaimField,
  kind: 'text' | 'email' | 'phone' | 'choice',
  text: string,
): string | null {
  switch (kind) {
    case 'text':
      return lengthOf(text) > LIMITS.claimText.max
        ? `Please enter at most ${LIMITS.claimText.max} characters.`
        : null;
    case 'email':
      return isEmailAddress(text) ? null : 'Please enter a valid email address.';
    case 'phone':
      return isPhoneNumber(text)
        ? null
        : 'Please enter a phone number, with the country code if you live abroad: +44 20 7946 0958.';
    case 'choice':
      return choices.includes(text) ? null : 'Please choose one.';
  }
}

/** Digits as they are commonly divided, at most the 15 of E.164; an extension goes into a text field. */
function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '').length;
  const { min, max } = LIMITS.phoneDigits;
  return /^\+?[\d ()./-]+$/u.test(text) && digits >= min && digits <= max && text.length <= 2 * max;
}

/** Letters and digits, in at most three groups. */
const POSTCODE = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+){0,2}$/u;

function addressProblems({ line1, line2, postcode, city, country }: PostalAddress): Problem[] {
  const problems: Problem[] = [];
  if (line1 === '') problems.push(['line1', 'Please enter street and number, or a PO box.']);
  const lines = { line1, line2, city };
  for (const member of ['line1', 'line2', 'city'] as const) {
    if (lengthOf(lines[member]) > LIMITS.addressLine.max) {
      problems.push([member, `Please enter at most ${LIMITS.addressLine.max} characters.`]);
    }
  }
  if (postcode === '') {
    if (hasPostcodes(country)) problems.push(['postcode', 'Please enter the postcode.']);
  } else if (!POSTCODE.test(postcode) || lengthOf(postcode) > LIMITS.postcode.max) {
    problems.push(['postcode', "This doesn't look like a postcode. Please check it."]);
  }
  if (city === '') problems.push(['city', 'Please enter the town or city.']);
  if (!isCountry(country)) problems.push(['country', 'Please choose the country.']);
  return problems;
}

/**
 * An answer as a line of text, for tables and files.
 * @param countryName how a country is called, by its code
 */
export function claimAnswerText(answer: ClaimAnswer, countryName: (code: string) => string): string {
  if (typeof answer === 'string') return answer;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  const { line1, line2, postcode, city, country } = answer;
  const town = [postcode, city].filter((part) => part !== '').join(' ');
  return [line1, line2, town, countryName(country)].filter((part) => part !== '').join(', ');
}
