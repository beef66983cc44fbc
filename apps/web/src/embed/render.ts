/**
 * What an embed shows, as elements (R85). Plain DOM: the page in the frame stays a few kilobytes, and the console's preview
 * shows the same. All words of people are set as text (C9).
 */
import type { EmbedView } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { timeLeft } from '../ui/time-left.ts';

/** Prizes of an open raffle; the raffle's page has all. */
const PRIZES_SHOWN = 8;
const WINNERS_ANNOUNCED = 5;

type Child = Node | string | null;

function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * All of an embed but what counts down.
 * @param origin where links lead
 * @param as what it is in its page: all of it, or a part
 */
export function renderEmbed(view: EmbedView, origin: string, as: 'main' | 'div' = 'main'): HTMLElement {
  const results = view.results.toReversed();
  return element(
    as,
    { class: 'embed' },
    element('header', {}, element('h1', {}, view.title), badge(view)),
    ...(view.running === null ? [] : [running(view, view.running)]),
    ...results.map((result) => winners(view, result)),
    view.running === null && results.length === 0 ? before(view) : null,
    element('footer', {}, link(view, origin), element('small', {}, m.embed_brand())),
  );
}

/** What stands instead of a raffle. @param text what happened */
export function renderNotice(text: string): HTMLElement {
  return element('main', { class: 'embed' }, element('p', { class: 'soft', role: 'status' }, text));
}

/** The words that depend on the time, set anew as it passes. @param now epoch ms, the server's clock */
export function tick(root: ParentNode, now: number): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-until]')) {
    const left = Number(place.dataset['until']) - now;
    const text = left > 0 ? (WORDS[place.dataset['words'] ?? '']?.(timeLeft(left)) ?? '') : '';
    if (place.textContent !== text) place.textContent = text;
  }
}

const WORDS: Readonly<Record<string, (time: string) => string>> = {
  closes: (time) => m.embed_closes({ time }),
  draws: (time) => m.embed_closes_draw({ time }),
  starts: (time) => m.embed_starts({ time }),
};

/** What a screen reader says of new results; null without any. */
export function announcement({ results }: EmbedView): string | null {
  const last = results.at(-1);
  if (last === undefined || last.winners.length === 0) return null;
  const names = last.winners.slice(0, WINNERS_ANNOUNCED).map(winnerName).join(', ');
  const more = last.winners.length - WINNERS_ANNOUNCED;
  return m.embed_announced({
    names: more > 0 ? `${names} ${m.embed_more_prizes({ count: more })}` : names,
  });
}

function badge({ status, cancelled, running: live }: EmbedView): HTMLElement {
  if (cancelled) return element('span', { class: 'badge' }, m.common_status_cancelled());
  if (live !== null) return element('span', { class: 'badge', 'data-status': 'live' }, m.embed_live());
  const words = {
    draft: m.common_status_draft,
    open: m.common_status_open,
    closed: m.common_status_closed,
    drawn: m.common_status_drawn,
  };
  return element('span', { class: 'badge', 'data-status': status }, words[status]());
}

/** Until a draw has run: who takes part, until when, and for what. */
function before(view: EmbedView): HTMLElement {
  const { cancelled, participant_count: count } = view;
  return element(
    'section',
    {},
    element(
      'p',
      { class: 'count' },
      element('strong', {}, count.toLocaleString()),
      element('span', {}, count === 1 ? m.embed_person() : m.embed_people()),
    ),
    whatComes(view),
    cancelled ? null : prizes(view.prizes),
  );
}

function whatComes({
  cancelled,
  status,
  deadline_at: deadline,
  auto_draw: draws,
}: EmbedView): HTMLElement | null {
  if (cancelled) return element('p', {}, m.embed_cancelled_text());
  if (status === 'open') return countdown(deadline, draws ? 'draws' : 'closes');
  return element('p', { class: 'soft' }, m.embed_closed_text());
}

function countdown(until: number | null, words: keyof typeof WORDS): HTMLElement | null {
  if (until === null) return null;
  return element('p', { class: 'soft', 'data-until': String(until), 'data-words': words });
}

function prizes(list: EmbedView['prizes']): HTMLElement | null {
  const isOneUnnamed = list.length === 1 && list[0]?.name === null;
  if (isOneUnnamed || list.length === 0) return null;
  const more = list.length - PRIZES_SHOWN;
  return element(
    'section',
    {},
    element('h2', {}, m.embed_prizes()),
    element('ul', { class: 'prizes' }, ...list.slice(0, PRIZES_SHOWN).map(prizeRow)),
    more > 0 ? element('p', { class: 'soft' }, m.embed_more_prizes({ count: more })) : null,
  );
}

function prizeRow(prize: EmbedView['prizes'][number], index: number): HTMLElement {
  const { quantity, image_url: image, sponsor_name: sponsor } = prize;
  const name = prize.name ?? m.embed_prize_unnamed({ number: index + 1 });
  return element(
    'li',
    {},
    image === null
      ? element('span', { class: 'stub', 'aria-hidden': 'true' }, String(index + 1))
      : element('img', { src: image, alt: '', loading: 'lazy' }),
    element(
      'span',
      {},
      quantity === 1 ? name : m.embed_prize_count({ count: quantity, name }),
      sponsor === null ? null : element('small', {}, m.embed_sponsor({ name: sponsor })),
    ),
  );
}

function running(view: EmbedView, live: NonNullable<EmbedView['running']>): HTMLElement {
  const draw = drawName(view, live);
  const isRevealed = view.results.some(({ number }) => number === live.number);
  return element(
    'section',
    { class: 'live' },
    element('strong', {}, draw === null ? m.embed_live() : m.embed_live_of({ draw })),
    countdown(live.starts_at, 'starts'),
    isRevealed ? null : element('p', {}, m.embed_drawing()),
  );
}

function winners(view: EmbedView, result: EmbedView['results'][number]): HTMLElement {
  const draw = drawName(view, result);
  const title = result.winners.length === 1 ? m.embed_winner() : m.embed_winners();
  return element(
    'section',
    {},
    element('h2', {}, draw === null ? title : m.embed_winners_of({ draw })),
    result.winners.length === 0
      ? element('p', {}, m.embed_no_winner())
      : element('ol', { class: 'winners' }, ...result.winners.map(winnerRow)),
  );
}

function winnerRow(winner: EmbedView['results'][number]['winners'][number]): HTMLElement {
  const { prize, entry_number: number, display_name: name } = winner;
  const entry = name === null ? null : m.embed_entry({ number });
  const beside = [prize, entry].filter((part) => part !== null).join(' · ');
  return element(
    'li',
    {},
    element('strong', {}, winnerName(winner)),
    beside === '' ? null : element('span', { class: 'soft' }, beside),
  );
}

/** The number, once the name was erased. */
function winnerName(winner: EmbedView['results'][number]['winners'][number]): string {
  return winner.display_name ?? m.embed_entry({ number: winner.entry_number });
}

/** Null in a raffle with only one. */
function drawName(
  { several_draws: several }: EmbedView,
  { number, name }: { number: number; name: string | null },
): string | null {
  return several ? (name ?? m.embed_draw_number({ number })) : null;
}

function link({ page }: EmbedView, origin: string): HTMLElement {
  return element(
    'a',
    { class: 'button', href: origin + page, target: '_blank', rel: 'noopener noreferrer' },
    linkLabel(page),
    element('span', { class: 'sr-only' }, ` (${m.embed_new_tab()})`),
  );
}

/** @param page of the installation */
function linkLabel(page: string): string {
  if (page.startsWith('/results/')) return m.embed_results();
  return page.startsWith('/join/') ? m.embed_join() : m.embed_watch();
}
