/** The sections of a raffle's own page and their addresses (R60). */
import { m } from '../../../messages/generated/messages.js';

/** In the order in which they are listed; the first one is shown at the page's own address. */
export const SECTIONS = [
  { section: 'overview', label: m.raffle_overview },
  { section: 'prizes', label: m.raffle_prizes },
  { section: 'people', label: m.raffle_people },
  { section: 'paper', label: m.paper_title },
  { section: 'draws', label: m.raffle_draws },
  { section: 'winners', label: m.console_winners },
  { section: 'messages', label: m.raffle_messages },
  { section: 'settings', label: m.raffle_settings },
  { section: 'remote', label: m.raffle_remote },
] as const;

export type SectionName = (typeof SECTIONS)[number]['section'];

/** @param address what stands behind the raffle's id; null for an address that has no section */
export function sectionAt(address: string | undefined): SectionName | null {
  if (address === undefined) return SECTIONS[0].section;
  return SECTIONS.find(({ section }) => section === address)?.section ?? null;
}

export function sectionPath(raffleId: string, section: SectionName): string {
  const page = `/host/raffles/${raffleId}`;
  return section === SECTIONS[0].section ? page : `${page}/${section}`;
}
