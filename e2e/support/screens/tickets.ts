/** The page behind a paper ticket's QR code in each of its states, and numbers of tickets that nobody has bought (R67). */
import type { PublicJoinInfo, PublicRaffle, ResultsAnswer, TicketAnswer } from '@glassdrum/contract';
import { changeSnapshots } from '../changed-snapshots.ts';
import type { Filled } from '../filled-installation.ts';
import { again, answering, screen, type Screen, seen, steps } from './screen.ts';

type Ticket = TicketAnswer['ticket'];

const UNSOLD: Ticket = {
  number: 151,
  code: 'KM4R7P',
  status: 'unsold',
  kept: false,
  can_keep: false,
  takes_name: true,
};

/** As if the raffle had this ticket. @param ticketOf what differs from an unsold one */
function ticket(
  state: string,
  raffle: keyof Filled['raffles'],
  text: string,
  ticketOf: Partial<Ticket> | ((filled: Filled) => Promise<Partial<Ticket>>),
): Screen {
  const answered: Screen['act'] = async (page, filled) => {
    const { id } = filled.raffles[raffle];
    const changed = typeof ticketOf === 'function' ? await ticketOf(filled) : ticketOf;
    const shown = await get<PublicRaffle>(`${filled.url}/api/raffles/${id}`);
    const answer: TicketAnswer = { raffle: shown, ticket: { ...UNSOLD, ...changed }, own_entry: null };
    await page.route('**/api/ticket/*', (route) => route.fulfill({ json: answer }));
  };
  const outcome: Screen['act'] = (page) =>
    text.includes('took part') ? page.locator('[data-own-outcome]').waitFor() : Promise.resolve();
  return screen('ticket', state, '/ticket/a-ticket-on-paper', steps(answered, again, seen(text), outcome));
}

async function get<Answer>(url: string): Promise<Answer> {
  return (await (await fetch(url)).json()) as Answer;
}

const SOLD: Partial<Ticket> = { status: 'sold', can_keep: true };
const AFTER: Partial<Ticket> = { status: 'sold' };

/** A number that won, or one that did not. */
const drawnTicket =
  (raffle: keyof Filled['raffles'], wins: boolean) =>
  async ({ url, raffles }: Filled): Promise<Partial<Ticket>> => {
    const { winners } = await get<ResultsAnswer>(`${url}/api/raffles/${raffles[raffle].id}/results`);
    const won = new Set(winners.map(({ entry_number: number }) => number));
    const [first = 1] = won;
    const lost = Array.from({ length: won.size + 1 }, (_, index) => index + 1).find((n) => !won.has(n));
    return { ...AFTER, number: wins ? first : (lost ?? 1) };
  };

/** Sixty printed tickets after the last entry. */
const withUnsold: Screen['act'] = async (page, filled) => {
  const unsold = <Raffle extends PublicRaffle>(raffle: Raffle): Raffle => ({
    ...raffle,
    entry_count: raffle.entry_count + 60,
    unsold_count: 60,
  });
  await answering<PublicJoinInfo>('**/api/join/*', (info) => ({ ...info, raffle: unsold(info.raffle) }))(
    page,
    filled,
  );
  await changeSnapshots(page, (room) => ({ ...room, raffle: unsold(room.raffle) }));
};

export const TICKETS: readonly Screen[] = [
  ticket('unsold', 'open', 'This ticket is not sold yet.', {}),
  ticket('sold', 'open', 'Keep it on this phone', SOLD),
  ticket('sold-takes-no-name', 'evening', 'Keep it on this phone', { ...SOLD, takes_name: false, number: 3 }),
  ticket('kept-elsewhere', 'open', 'kept on a phone', { ...AFTER, kept: true }),
  ticket('gone', 'open', 'no longer takes part', { status: 'gone' }),
  ticket('winner', 'prizesDrawn', 'took part in the draw', drawnTicket('prizesDrawn', true)),
  ticket('no-winner', 'drawn', 'took part in the draw', drawnTicket('drawn', false)),
  ticket('unsold-after-the-draw', 'drawn', 'was not sold', { number: 9 }),
  ticket('between-draws', 'evening', 'takes part', { ...AFTER, number: 3, kept: true }),
  screen('ticket', 'invalid', '/ticket/there-is-no-such-ticket', seen('No such ticket')),
  screen(
    'join',
    'paper-not-sold',
    ({ raffles }) => `/join/${raffles.open.public_link ?? ''}`,
    steps(withUnsold, again, (page) => page.getByText('Paper, not sold').scrollIntoViewIfNeeded()),
  ),
];
