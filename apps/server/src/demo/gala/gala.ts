/**
 * The demonstration's gala evening (R60–R72): guests with phones, guests whom the host entered, and paper tickets; twenty
 * prizes in three draws, of which the caller holds the first two. In the last only people who are present can win.
 */
import type {
  CheckInsAnswer,
  ClaimActionAnswer,
  HostPrizes,
  HostRaffle,
  Invitation,
  PeopleAnswer,
  PeopleRowInput,
  PresenceAnswer,
  PrizesBody,
  ResultsAnswer,
  SaleAnswer,
  StageLinkAnswer,
} from '@glassdrum/contract';
import { randomUUID } from 'node:crypto';
import { type Caller, forEach, joinAll } from '../fill.ts';
import { inventedPeople } from '../people.ts';
import { galaPicture, pictureOf } from './drawings.ts';
import { GALA_DRAWS, GALA_GROUPS } from './prizes.ts';

export const GALA = {
  title: 'Gala evening',
  description: 'Twenty prizes in three draws: at the welcome, after dessert, and at midnight.',
  allow_public_join: true,
  max_tickets: 3,
  chosen_animation: 'classic',
};
/** Printed, and sold so far. */
const PAPER = { printed: 120, sold: 64 };
/** The server decodes two at a time. */
const IMAGES_AT_ONCE = 2;
const GUESTS = { withPhone: 44, entered: 28 };
/** Of the first draw: book tokens and the lamp. The first winners among them take theirs along. */
const CLAIMED_PRIZES: ReadonlySet<number> = new Set([3, 4]);
const HANDED_OVER = 2;
/** Who is there for the last draw: of all kinds some, and some are missing. */
const PRESENT = '1-9, 11-27, 30-41, 45-58, 60-66, 73-101, 104-119';

/** @returns the raffle, open, with everybody in it */
export async function galaWithGuests(base: string, host: Caller): Promise<HostRaffle> {
  const { id } = await host.post<HostRaffle>('/api/raffles', { ...GALA, image_url: await galaPicture() });
  const raffle = `/api/raffles/${id}`;
  await setPrizes(host, raffle);
  await host.put<PresenceAnswer>(`${raffle}/draws/${GALA_DRAWS.length}/presence`, { required: true });
  const names = inventedPeople(GUESTS.withPhone + GUESTS.entered);
  await addPeople(host, raffle, 'invite', names.slice(0, GUESTS.withPhone));
  await host.post(`${raffle}/open`);
  const invitations = await host.get<Invitation[]>(`${raffle}/invites`);
  await joinAll(base, invitations);
  await addPeople(host, raffle, 'enter', names.slice(GUESTS.withPhone));
  const first = GUESTS.withPhone + GUESTS.entered + 1;
  await host.post(`${raffle}/paper/runs`, { size: PAPER.printed });
  await host.post<SaleAnswer>(`${raffle}/paper/sales`, {
    client_id: randomUUID(),
    action: 'sell',
    numbers: `${first}-${first + PAPER.sold - 1}`,
  });
  return host.get<HostRaffle>(raffle);
}

async function setPrizes(host: Caller, raffle: string): Promise<void> {
  const prizes = GALA_DRAWS.flatMap((draw, index) =>
    draw.prizes.map((prize) => ({ prize, draw: index + 1 })),
  );
  const { revision } = await host.get<HostPrizes>(`${raffle}/prizes`);
  const body: PrizesBody = {
    revision,
    policy: 'once',
    reveal_order: 'grand_last',
    draws: GALA_DRAWS.map(({ name }) => ({ name })),
    prizes: prizes.map(({ prize, draw }) => ({
      id: null,
      name: prize.name,
      quantity: prize.quantity,
      description: prize.description ?? '',
      sponsor_name: prize.sponsor?.name ?? null,
      sponsor_url: prize.sponsor?.url ?? null,
      groups: prize.group === undefined ? [] : [prize.group],
      claim_window: prize.claimWindow ?? null,
      draw,
    })),
  };
  const saved = await host.put<HostPrizes>(`${raffle}/prizes`, body);
  const images = saved.prizes.flatMap(({ id }, index) => {
    const drawing = prizes[index]?.prize.drawing;
    return drawing === undefined ? [] : [{ id, drawing }];
  });
  await forEach(images, IMAGES_AT_ONCE, async ({ id, drawing }) => {
    await host.put(`${raffle}/prizes/${id}/image`, { image_url: await pictureOf(drawing) });
  });
}

/** Every third one is a member, every fifth one helps. */
async function addPeople(
  host: Caller,
  raffle: string,
  mode: 'invite' | 'enter',
  names: readonly string[],
): Promise<void> {
  const [helpers, members] = GALA_GROUPS;
  const rows = names.map((name, index): PeopleRowInput => ({
    line: index + 1,
    name,
    tickets: mode === 'enter' && index % 4 === 0 ? '2' : '',
    groups: [...(index % 5 === 1 ? [helpers] : []), ...(index % 3 === 0 ? [members] : [])],
    notes: mode === 'enter' ? `Table ${1 + (index % 7)}` : '',
  }));
  const people = rows.map((row) => JSON.stringify(row)).join('\n');
  await host.post<PeopleAnswer>(`${raffle}/people`, { mode, people });
}

/**
 * After the first draw: some winners of its prizes come to the desk, and two of them take their prizes along (R73). Nobody comes
 * for the umbrellas.
 */
export async function claimPrizes(host: Caller, id: string): Promise<void> {
  const { current_winners: winners } = await host.get<ResultsAnswer>(`/api/raffles/${id}/results`);
  const claimed = winners.filter(({ prize }) => CLAIMED_PRIZES.has(prize));
  for (const [index, { prize, entry_number }] of claimed.entries()) {
    const action = index < HANDED_OVER ? 'claims/hand-over' : 'claims';
    await host.post<ClaimActionAnswer>(`/api/raffles/${id}/${action}`, { prize, entry_number });
  }
}

/** The umbrellas have gone on to others, who take them along (R73). False while their claim window is not over. */
export async function handOverLapsed(host: Caller, id: string): Promise<boolean> {
  const { current_winners: winners } = await host.get<ResultsAnswer>(`/api/raffles/${id}/results`);
  const moved = winners.filter((row) => row.moved_up);
  for (const { prize, entry_number } of moved) {
    await host.post<ClaimActionAnswer>(`/api/raffles/${id}/claims/hand-over`, { prize, entry_number });
  }
  return moved.length > 0;
}

/** Before the last draw: when it is, and who is there for it so far (R71). @param now epoch ms */
export async function gatherForMidnight(host: Caller, id: string, now: number): Promise<CheckInsAnswer> {
  const QUARTER_MS = 900_000;
  const until = Math.ceil((now + QUARTER_MS) / QUARTER_MS) * QUARTER_MS;
  await host.put(`/api/raffles/${id}/pause`, { pause: { until, text: 'The band plays in the garden' } });
  await host.post<PresenceAnswer>(`/api/raffles/${id}/check-in`);
  return host.post<CheckInsAnswer>(`/api/raffles/${id}/check-ins`, {
    client_id: randomUUID(),
    action: 'check_in',
    numbers: PRESENT,
  });
}

/** What there is to open, beside the console. */
export async function galaLinks(
  host: Caller,
  { id, public_link: link }: HostRaffle,
): Promise<{ remote: string; stage: string; desk: string; guests: string }> {
  const path = async (kind: string): Promise<string> => {
    const { url } = await host.post<StageLinkAnswer>(`/api/raffles/${id}/${kind}`);
    const { pathname, search } = new URL(url);
    return pathname + search;
  };
  return {
    remote: `/host/raffles/${id}/remote`,
    stage: await path('stage-link'),
    desk: await path('desk-link'),
    guests: `/join/${link ?? ''}`,
  };
}
