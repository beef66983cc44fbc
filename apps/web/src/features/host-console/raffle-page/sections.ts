/** The sections of a raffle's own page and their addresses (R60). */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { hostMay } from '../host-actions.ts';

/** In the order in which they are listed, each with what a role needs to see it (R81); the first one is shown at the page's own address. */
export const SECTIONS = [
  { section: 'overview', ability: 'see_raffle_as_host', label: m.raffle_overview },
  { section: 'prizes', ability: 'see_raffle_as_host', label: m.raffle_prizes },
  { section: 'people', ability: 'see_participants', label: m.raffle_people },
  { section: 'paper', ability: 'see_paper_tickets', label: m.paper_title },
  { section: 'draws', ability: 'see_raffle_as_host', label: m.raffle_draws },
  { section: 'winners', ability: 'see_winners', label: m.console_winners },
  { section: 'messages', ability: 'see_notifications', label: m.raffle_messages },
  { section: 'settings', ability: 'see_recurrence', label: m.raffle_settings },
  { section: 'remote', ability: 'draw_winners', label: m.raffle_remote },
] as const;

export type SectionName = (typeof SECTIONS)[number]['section'];

/** Those that the caller's role sees. */
export function sectionsFor(raffle: Pick<HostRaffle, 'role'>) {
  return SECTIONS.filter(({ ability }) => hostMay(raffle, ability));
}

/** @param address what stands behind the raffle's id; null for an address that has no section */
export function sectionAt(address: string | undefined): SectionName | null {
  if (address === undefined) return SECTIONS[0].section;
  return SECTIONS.find(({ section }) => section === address)?.section ?? null;
}

export function sectionPath(raffleId: string, section: SectionName): string {
  const page = `/host/raffles/${raffleId}`;
  return section === SECTIONS[0].section ? page : `${page}/${section}`;
}
