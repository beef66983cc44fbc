/** R74: the claim form as its host defines it, as winners fill it in, and what they answered. */
import type { ClaimAnswersAnswer, HostClaimForm, OwnClaimFormAnswer } from '@glassdrum/contract';
import type { Filled } from '../filled-installation.ts';
import { host, own, winnerWith, withRows } from './claims.ts';
import { again, answering, button, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

type Fields = HostClaimForm['fields'];

const FIELDS: Fields = [
  { id: 'f1', kind: 'address', label: 'Where should we send it?', required: true, hint: '', choices: [] },
  {
    id: 'f2',
    kind: 'choice',
    label: 'Size of your shirt',
    required: true,
    hint: 'They run small: if in doubt, take the larger one.',
    choices: ['Small', 'Medium', 'Large'],
  },
  { id: 'f3', kind: 'phone', label: 'Phone number', required: false, hint: 'For the courier.', choices: [] },
  {
    id: 'f4',
    kind: 'yes_no',
    label: 'May we show your prize in the newsletter?',
    required: true,
    hint: '',
    choices: [],
  },
];
const ANSWERS: NonNullable<ClaimAnswersAnswer['given']>['answers'] = {
  f1: {
    line1: '12 Harbour Road',
    line2: 'c/o Rabeneck & Daughters, fourth floor, second door on the left',
    postcode: 'BS1 4DJ',
    city: 'Bristol',
    country: 'GB',
  },
  f2: 'Medium',
  f4: false,
};
const DRAW_ID = 'draw-0123456789ab';

const editor = (state: string, fields: Fields, ...act: Screen['act'][]): Screen =>
  screen(
    'claim-form',
    `host-${state}`,
    ({ raffles }: Filled) => `/host/raffles/${raffles.open.id}/settings`,
    steps(
      answering<HostClaimForm>('**/claim-form', () => ({ fields, other_forms: [] })),
      again,
      (page) => page.getByRole('heading', { name: 'Claim form' }).scrollIntoViewIfNeeded(),
      ...act,
    ),
    { as: 'host' },
  );
const opensEditor = steps(press('Change claim form'), dialogOpen);

const phone = (state: string, ...act: Screen['act'][]): Screen =>
  screen(
    'claim-form',
    `phone-${state}`,
    ({ raffles }) => `/results/${raffles.prizesDrawn.id}`,
    steps(
      answering<OwnClaimFormAnswer>('**/me/claim-form', () => ({
        forms: [{ draw_id: DRAW_ID, fields: FIELDS }],
      })),
      ...act,
    ),
  );
const opensForm = steps(winnerWith(own('drawn')), press('Claim my prize'), dialogOpen);

const answers = (state: string, given: ClaimAnswersAnswer['given'], ...act: Screen['act'][]): Screen =>
  host(
    `answers-${state}`,
    withRows,
    answering<ClaimAnswersAnswer>(/\/claims\/answers\?/, () => ({ fields: FIELDS, given })),
    (page) =>
      button(page, /^Answers of /)
        .first()
        .click(),
    dialogOpen,
    ...act,
  );

export const CLAIM_FORMS: readonly Screen[] = [
  editor('none', [], seen('Add a claim form')),
  editor('shown', FIELDS, seen('Size of your shirt')),
  editor('editor', FIELDS, opensEditor),
  editor(
    'editor-problems',
    FIELDS,
    opensEditor,
    (page) => page.getByRole('dialog').getByLabel('Question').first().fill(''),
    (page) => page.getByRole('dialog').getByLabel('Choices').fill('Small'),
    press('Save form'),
    seen('Please enter what you ask for.'),
  ),
  phone('empty', opensForm),
  phone(
    'filled',
    opensForm,
    (page) => page.getByLabel('Street and number').fill('12 Harbour Road'),
    (page) => page.getByLabel('Postcode').fill('BS1 4DJ'),
    (page) => page.getByLabel('Town or city').fill('Bristol'),
    (page) => page.getByLabel('Country').selectOption('GB'),
    (page) => page.getByLabel('Medium').check(),
    (page) => page.getByLabel('No', { exact: true }).check(),
  ),
  phone(
    'problems',
    opensForm,
    (page) => page.getByLabel('Street and number').fill('12 Harbour Road'),
    (page) => page.getByLabel('Country').selectOption('GB'),
    (page) => page.getByLabel(/^Phone number/).fill('call me'),
    press('Claim it'),
    seen('Please enter the postcode.'),
  ),
  phone('claimed', winnerWith(own('claimed')), seen('Change my details')),
  answers(
    'given',
    { answers: ANSWERS, by: 'device', at: Date.UTC(2026, 8, 1, 18, 5) },
    seen('12 Harbour Road'),
  ),
  answers('none', null, seen('Nothing was answered yet.')),
  answers(
    'change',
    { answers: ANSWERS, by: 'host', at: Date.UTC(2026, 8, 1, 18, 5) },
    press('Change answers'),
    seen('Town or city'),
  ),
];
