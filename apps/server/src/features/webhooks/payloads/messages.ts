/**
 * Payloads as messages of Discord ("Execute Webhook") and Slack ("Incoming webhooks"). Titles, names and reasons are plain text:
 * they mention nobody, format nothing and link nowhere.
 */
import type { WebhookPayload } from '@glassdrum/contract';
import { oneLine, withoutLinks } from '../../../platform/mail/plain-text.ts';
import { type Announcement, announcementOf } from './announcement.ts';

/** Lengths that Discord takes. */
const DISCORD = { title: 256, description: 4096 };
/** Lengths that Slack takes. */
const SLACK = { header: 150, text: 3000 };
/** The product's colour, 0xRRGGBB. */
const COLOUR = 0xc93415;

const INVISIBLE = '\u200B';

export function discordMessage(payload: WebhookPayload): object {
  const { title, lines, link } = announcementOf(payload);
  const description = [...lines.map(forDiscord), ...(link === null ? [] : [`[${link.label}](${link.url})`])];
  return {
    embeds: [
      {
        title: shortened(forDiscord(title), DISCORD.title),
        description: joinedWithin(description, DISCORD.description),
        color: COLOUR,
        timestamp: payload.timestamp,
      },
    ],
    // Nobody is called, whatever the texts hold.
    allowed_mentions: { parse: [] },
  };
}

export function slackMessage(payload: WebhookPayload): object {
  const { title, lines, link } = announcementOf(payload);
  const plain = (text: string): object => ({ type: 'plain_text', text, emoji: false });
  return {
    // For notifications.
    text: forSlack(title),
    blocks: [
      { type: 'header', text: plain(shortened(forSlack(title), SLACK.header)) },
      { type: 'section', text: plain(joinedWithin(lines.map(forSlack), SLACK.text)) },
      ...(link === null
        ? []
        : [{ type: 'section', text: { type: 'mrkdwn', text: `<${slackEscaped(link.url)}|${link.label}>` } }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** One line, in which nothing is a link and no "@" or "#" begins a mention. */
function plainText(text: Announcement['title']): string {
  return withoutLinks(oneLine(text)).replaceAll(/[@#](?!\u200B)/g, (mark) => mark + INVISIBLE);
}

/** With what Discord would take for Markdown, mentions or emoji escaped. */
function forDiscord(text: string): string {
  return plainText(text).replaceAll(/[\\*_~`|>[\]()<:#.-]/g, (mark) => `\\${mark}`);
}

function forSlack(text: string): string {
  return slackEscaped(plainText(text));
}

/** As Slack asks of texts in its markup. */
function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param longest UTF-16 units */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not in the middle of a character or of what is escaped.
  return `${text.slice(0, longest - 1).replace(/(?:[\uD800-\uDBFF]|\\+|&[a-z]{0,3})$/, '')}…`;
}

/** As many whole lines as fit; the last one, a link, always does. */
function joinedWithin(lines: readonly string[], longest: number): string {
  const last = lines.at(-1) ?? '';
  let text = '';
  for (const line of lines.slice(0, -1)) {
    if (text.length + line.length + last.length + 2 > longest) break;
    text += `${line}\n`;
  }
  return text + last;
}
