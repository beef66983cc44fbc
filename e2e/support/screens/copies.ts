/** Raffles that are made from others: duplicates and templates (R80). */
import type { RaffleTemplate } from '@glassdrum/contract';
import { choose, onCard } from './console.ts';
import { answering, dialogButton, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

const TEMPLATES: readonly RaffleTemplate[] = [
  { name: 'Every fair', title: 'Village fair', prizes: 12, wins: 30, draws: 2 },
  { name: 'Monthly dinner', title: 'Monthly dinner', prizes: 1, wins: 3, draws: 1 },
  {
    name: 'The long name of a template that somebody gave in a hurry and never looked at again',
    title: 'Harvest festival',
    prizes: 3,
    wins: 5,
    draws: 1,
  },
].map((template, number) => ({
  ...template,
  id: `template-number-${number}`,
  image_url: null,
  created_at: Date.now() - number * 86_400_000,
  updated_at: Date.now(),
}));

const withTemplates = answering<RaffleTemplate[]>('**/api/templates', () => TEMPLATES);

const copies = (state: string, act: Screen['act']): Screen =>
  screen('copies', state, '/host', act, { as: 'host' });

export const COPIES: readonly Screen[] = [
  copies(
    'duplicate',
    steps(onCard('Summer party', /^More for/), choose('Duplicate'), dialogOpen, (page) =>
      page.getByRole('switch', { name: 'Put the same people on the list' }).click(),
    ),
  ),
  copies('save-template', steps(onCard('Summer party', /^More for/), choose('Save as template'), dialogOpen)),
  copies('templates-none', steps(press('Templates'), seen('No templates yet'))),
  copies(
    'templates',
    steps(withTemplates, press('Templates'), seen('Monthly dinner'), dialogButton('Rename Every fair')),
  ),
  copies(
    'template-delete-question',
    steps(
      withTemplates,
      press('Templates'),
      dialogButton('Delete Every fair'),
      seen('Delete this template?'),
    ),
  ),
];
