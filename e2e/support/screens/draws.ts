/** Draws live and as a replay, and their results. */
import type { DrawPlan, OwnEntryAnswer, PlannedDraws, ResultsAnswer } from '@glassdrum/contract';
import { awaitingRoom, calledOff, contributing, sealing } from '../changed-snapshots.ts';
import type { Filled } from '../filled-installation.ts';
import {
  again,
  answering,
  at,
  button,
  dialogButton,
  dialogOpen,
  invitation,
  joined,
  live,
  press,
  screen,
  type Screen,
  seen,
  steps,
  withSnapshot,
} from './screen.ts';

const chatOpen: Screen['act'] = (page) => button(page, /^Open chat/).click();

const pastRunup =
  (ms: number) =>
  ({ moveDrawPastRunup }: Filled) =>
    moveDrawPastRunup(ms);

const draw =
  (name: keyof Filled['raffles'], query = '') =>
  ({ raffles }: Filled) =>
    `/draw/${raffles[name].id}${query}`;

/** As the stage's QR code leads there (R92). */
const scanned =
  (name: keyof Filled['raffles'], change: (freezeHash: string) => string) =>
  async ({ url, raffles }: Filled): Promise<string> => {
    const { id } = raffles[name];
    const plan = (await (await fetch(`${url}/api/raffles/${id}/draw`)).json()) as DrawPlan;
    return `/draw/${id}#freeze=${change(plan.freeze_hash)}`;
  };

const results =
  (name: keyof Filled['raffles']) =>
  ({ raffles }: Filled) =>
    `/results/${raffles[name].id}`;

/** The draw that was held, as the first of three. */
const anEvening = ({ draws: [held] }: PlannedDraws): PlannedDraws => {
  if (held === undefined) throw new Error('The raffle has no draw.');
  const other = { ...held, draw_id: null, stage: null, started_at: null };
  return {
    draws: [
      { ...held, name: 'Dinner' },
      { ...other, number: 2, name: 'Dessert', state: 'skipped', skipped: { at: 0, reason: 'It melted.' } },
      { ...other, number: 3, name: 'Midnight', state: 'planned' },
    ],
  };
};

/** As for somebody who won the first prize of the raffle. */
export const asWinner: Screen['act'] = async (page, filled) => {
  const { url, raffles } = filled;
  const answer = (await (
    await fetch(`${url}/api/raffles/${raffles.drawn.id}/results`)
  ).json()) as ResultsAnswer;
  const winner = answer.winners[0];
  if (winner === undefined) throw new Error('The raffle has no winners.');
  await answering<OwnEntryAnswer>('**/own-entry*', () => ({
    entry: {
      invitee_id: 'somebody-who-won',
      entry_number: winner.entry_number,
      display_name: winner.display_name,
      tickets: 1,
      state: 'in',
      joined_at: Date.now() - 3_600_000,
      receipt: null,
      changes: [],
      host_name: null,
    },
  }))(page, filled);
};

/** The page has a heading before it knows of the draw; the show is loaded when it does. */
const complete: Screen['act'] = (page) =>
  page.getByRole('heading', { level: 1, name: 'The Winners' }).waitFor();

export const DRAWS: readonly Screen[] = [
  screen('draw', 'waiting', draw('open'), seen(/^Closes /)),
  screen('draw', 'waiting-prizes', draw('prizes'), seen('Weekend for two by the sea')),
  screen('draw', 'waiting-between-draws', draw('evening'), seen('Next: Midnight')),
  screen('draw', 'prizes-page', draw('prizesDrawn'), seen('Show All Winners')),
  screen('draw', 'prizes-complete', draw('prizesDrawn'), press('Show All Winners')),
  screen('draw', 'thousand-page', draw('thousandDrawn'), seen('Show All Winners')),
  screen('draw', 'thousand-complete', draw('thousandDrawn'), press('Show All Winners')),
  screen('draw', 'contributing', draw('closed'), withSnapshot(contributing, seen('Devices add randomness'))),
  screen('draw', 'sealing', draw('drawn'), withSnapshot(sealing, seen('Sealing the list'))),
  screen('draw', 'called-off', draw('drawn'), withSnapshot(calledOff, seen('This draw was called off'))),
  screen(
    'draw',
    'made-in-the-room',
    draw('drawn'),
    withSnapshot(awaitingRoom, steps(press('Enter the Numbers'), dialogOpen, dialogButton('3'))),
    { as: 'host' },
  ),
  screen(
    'draw',
    'made-in-the-room-text',
    draw('drawn'),
    withSnapshot(
      awaitingRoom,
      steps(press('Enter the Numbers'), dialogOpen, dialogButton('Other Numbers'), seen('0 of 8 entered')),
    ),
    { as: 'host' },
  ),
  screen(
    'draw',
    'scanned-same',
    scanned('drawn', (hash) => hash),
    seen(/^Same list/),
  ),
  screen(
    'draw',
    'scanned-other',
    scanned('drawn', () => '3'.repeat(64)),
    seen(/^Another list/),
  ),
  screen('draw', 'chat', draw('open'), steps(chatOpen, press('Delete')), { as: 'host' }),
  screen(
    'draw',
    'chat-settings',
    draw('open'),
    steps(chatOpen, press('Chat settings'), seen('Much too loud')),
    {
      as: 'host',
    },
  ),
  screen(
    'draw',
    'chat-report',
    invitation('open'),
    steps(
      press('Reserve Your Spot'),
      joined,
      (page, { raffles }) => page.goto(`/draw/${raffles.open.id}`),
      chatOpen,
      press('Report to the host'),
    ),
  ),
  screen('draw', 'gone', '/draw/there-is-no-such-raffle', seen('Draw Not Found')),
  live('countdown', at(0), '[data-phase=countdown]'),
  live('warmup', at(3_500), '[data-step=warmup]'),
  live('main', at(10_000), '[data-step=main]'),
  live('slowdown', at(19_000), '[data-step=slowdown]'),
  live('pause', at(23_000), '[data-step=pause]', 'down'),
  live('waiting-for-round', at(26_000), '[data-step=pause]', 'down'),
  live('runup', pastRunup(300), '[data-step=runup]'),
  live('reveal', pastRunup(5_000), '[data-phase=reveal]'),
  live('complete', pastRunup(20_000), '[data-phase=complete]'),
  screen('draw', 'complete-long-names', draw('longDrawn'), complete),
  screen('draw', 'complete-crowd', draw('crowd'), steps(press('Show All Winners'), complete)),
  screen('replay', 'start', draw('drawn', '?replay=true'), (page) =>
    page.locator('html[data-phase] h1').waitFor(),
  ),
  screen('replay', 'not-yet', draw('open', '?replay=true')),

  screen('results', 'not-checked', results('drawn')),
  screen(
    'results',
    'verified',
    results('drawn'),
    steps(press('Verify Fairness'), seen('Verification Passed')),
  ),
  screen(
    'results',
    'version-1',
    results('drawn'),
    steps(
      answering<ResultsAnswer>('**/results', (answer) => ({ ...answer, protocol: 1 })),
      again,
      seen('drawn with version 1'),
    ),
  ),
  screen('results', 'own-win', results('drawn'), steps(asWinner, again, seen(/^You won!/))),
  screen('results', 'as-the-host', results('drawn'), seen('You are the host of this raffle'), { as: 'host' }),
  screen('results', 'missing', '/results/there-is-no-such-raffle', seen('Results Not Found')),
  screen('results', 'prizes', results('prizesDrawn'), seen('Weekend for two by the sea')),
  screen('results', 'thousand', results('thousandDrawn'), seen('Prize from shelf 1')),
  screen(
    'results',
    'thousand-found',
    results('thousandDrawn'),
    steps(
      (page) => page.getByLabel('Find a name or an entry number').fill('12'),
      seen(/^[\d,]+ of 1000 winners$/),
    ),
  ),
  screen(
    'results',
    'evening',
    results('prizesDrawn'),
    steps(answering<PlannedDraws>('**/draws', anEvening), again, seen('Download All Proofs')),
  ),
  screen('results', 'of-several-draws', results('evening'), seen('Dessert: skipped.')),
  screen('results', 'one-entry', results('single')),
  screen('results', 'long-names', results('longDrawn')),
  screen('results', 'crowd', results('crowd')),
];
