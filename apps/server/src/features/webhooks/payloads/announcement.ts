/** What a payload says in words (R85), for messages of Discord and Slack: a title, some lines, and a link into the product. */
import type { WebhookPayload } from '@glassdrum/contract';
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';

/** Plain text: titles, names and reasons in it are whatever people typed. */
export interface Announcement {
  title: string;
  lines: string[];
  link: { label: string; url: string } | null;
}

/** Of a long list of winners. */
const LISTED_WINNERS = 10;
/** Of a batch that is scattered over many numbers. */
const LISTED_RANGES = 10;

export function announcementOf(payload: WebhookPayload): Announcement {
  switch (payload.type) {
    case 'raffle.opened':
      return opened(payload.data);
    case 'raffle.joined':
      return joined(payload.data);
    case 'draw.frozen':
      return frozen(payload.data);
    case 'draw.result':
      return result(payload.data);
    case 'prize.claimed': {
      const { raffle, draw, prize, prize_name: prizeName, entry, name } = payload.data;
      return {
        title: `A prize was claimed: ${raffle.title}`,
        lines: [`${drawLabel(draw)}${prizeLabel(prize, prizeName)}: ${personLabel(entry, name)}`],
        link: null,
      };
    }
    case 'raffle.cancelled': {
      const { raffle, reason } = payload.data;
      return {
        title: `The raffle was cancelled: ${raffle.title}`,
        lines: [reason],
        link: null,
      };
    }
    case 'webhook.test':
      return { title: 'A test from Glassdrum', lines: [payload.data.message], link: null };
  }
}

type DataOf<Type extends WebhookPayload['type']> = Extract<WebhookPayload, { type: Type }>['data'];

function opened({ raffle, join_url: joinUrl, deadline, wins }: DataOf<'raffle.opened'>): Announcement {
  return {
    title: `The raffle is open: ${raffle.title}`,
    lines: [
      plural(wins, 'prize', 'prizes'),
      deadline === null ? 'People can join now.' : `People can join until ${dateOf(deadline)}.`,
    ],
    link:
      joinUrl === null
        ? { label: 'Open the raffle', url: raffle.url }
        : { label: 'Join the raffle', url: joinUrl },
  };
}

function joined({ raffle, count, numbers, entries }: DataOf<'raffle.joined'>): Announcement {
  const listed = numbers
    .slice(0, LISTED_RANGES)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const more = numbers.length > LISTED_RANGES ? ', …' : '';
  return {
    title: `${plural(count, 'new entry', 'new entries')}: ${raffle.title}`,
    lines: [
      `${count === 1 ? 'Number' : 'Numbers'} ${listed.join(', ')}${more}`,
      `${plural(entries, 'entry takes', 'entries take')} part.`,
    ],
    link: null,
  };
}

function frozen({ raffle, draw, entries, tickets, freeze_hash: hash }: DataOf<'draw.frozen'>): Announcement {
  return {
    title: `The draw begins: ${raffle.title}`,
    lines: [
      `${drawLabel(draw)}The list is frozen: ${plural(entries, 'entry', 'entries')} with ${plural(tickets, 'ticket', 'tickets')}.`,
      `Freeze words: ${freezeWords(hash).join(' ')}`,
    ],
    link: { label: 'Watch the draw', url: raffle.url },
  };
}

function result({ raffle, draw, winners, results_url: url }: DataOf<'draw.result'>): Announcement {
  const lines = winners
    .slice(0, LISTED_WINNERS)
    .map((one) => `${prizeLabel(one.prize, one.prize_name)}: ${personLabel(one.entry, one.name)}`);
  const hidden = winners.length - lines.length;
  return {
    title: `Results: ${raffle.title}`,
    lines: [
      ...(draw.name === null ? [] : [draw.name]),
      ...lines,
      ...(hidden > 0 ? [`and ${plural(hidden, 'more winner', 'more winners')}`] : []),
    ],
    link: { label: 'See the results and check them', url },
  };
}

/** Empty for a draw without a name. */
function drawLabel({ name }: { name: string | null }): string {
  return name === null ? '' : `${name}: `;
}

function prizeLabel(prize: number, name: string | null): string {
  return name ?? `Prize ${prize}`;
}

function personLabel(entry: number, name: string | null): string {
  const byNumber = `Number ${entry}`;
  return name === null || name === byNumber ? byNumber : `${name} (number ${entry})`;
}

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The receiver's time zone is unknown. */
function dateOf(iso: string): string {
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${date.format(new Date(iso))} UTC`;
}
