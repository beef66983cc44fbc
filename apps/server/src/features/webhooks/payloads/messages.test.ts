/**
 * Messages of Discord and Slack (R85), against what the two services document: lengths, shapes, and that nothing that people typed
 * calls anybody, formats or links.
 */
import type { WebhookPayload } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { discordMessage, slackMessage } from './messages.ts';

/** discord.com/developers/docs/resources/webhook#execute-webhook, message#embed-object-embed-limits */
const discordShape = z.strictObject({
  embeds: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(256),
        description: z.string().min(1).max(4096),
        color: z.number().int().min(0).max(0xffffff),
        timestamp: z.iso.datetime(),
      }),
    )
    .min(1)
    .max(10),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});

/** docs.slack.dev: reference/block-kit/blocks, composition objects, messaging/sending-messages-using-incoming-webhooks */
const plainText = (longest: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(longest),
    emoji: z.literal(false),
  });
const slackShape = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.strictObject({ type: z.literal('section'), text: plainText(3000) }),
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }),
        }),
      ]),
    )
    .max(50),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
});

const HOSTILE =
  '@everyone @here <@123456789012345678> <@&1> <#2> <!channel> <!subteam^S1> <https://evil.example|free> **bold** _it_ ~~no~~ `code` ||spoiler|| # head\n> quote [click](https://evil.example) https://evil.example mailto:eve@evil.example :smile: &amp; \\';

const timestamp = '2026-11-26T20:00:00.000Z';
const raffleOf = (title: string) => ({
  id: 'a'.repeat(22),
  title,
  url: 'https://raffles.example.org/draw/abc',
});
const draw = { id: 'b'.repeat(22), number: 1, name: null };

function payloads(text: string, winners = 3): WebhookPayload[] {
  const raffle = raffleOf(text);
  return [
    {
      type: 'raffle.opened',
      timestamp,
      data: {
        raffle,
        join_url: 'https://raffles.example.org/join/xyz',
        deadline: timestamp,
        draws: 1,
        wins: 3,
      },
    },
    {
      type: 'raffle.joined',
      timestamp,
      data: {
        raffle,
        count: 4,
        numbers: [
          [1, 3],
          [7, 7],
        ],
        entries: 12,
      },
    },
    {
      type: 'draw.frozen',
      timestamp,
      data: {
        raffle,
        draw: { ...draw, name: text },
        entries: 12,
        tickets: 20,
        freeze_hash: 'ab'.repeat(32),
        beacon: { kind: 'drand', chain_hash: 'cd'.repeat(32), round: 5 },
        show_at: timestamp,
      },
    },
    {
      type: 'draw.result',
      timestamp,
      data: {
        raffle,
        draw,
        results_url: 'https://raffles.example.org/results/abc?draw=1&x=2',
        proof_url: 'https://raffles.example.org/api/raffles/abc/proof',
        winners: Array.from({ length: winners }, (_, index) => ({
          prize: index + 1,
          prize_name: text,
          place: 1,
          entry: index + 1,
          name: text,
        })),
      },
    },
    {
      type: 'prize.claimed',
      timestamp,
      data: { raffle, draw, prize: 1, prize_name: text, entry: 4, name: text, claimed_by: 'device' },
    },
    { type: 'raffle.cancelled', timestamp, data: { raffle, reason: text } },
    { type: 'webhook.test', timestamp, data: { message: text } },
  ];
}

const TEXTS = [
  'Summer gala',
  HOSTILE,
  '*'.repeat(200),
  '&<>'.repeat(66),
  '🎉'.repeat(100),
  'a'.repeat(149) + '🎉🎉',
  '1. first',
  '- item',
];

/** Everything in a message that people read. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** As a reader of the message sees it: escapes are gone. */
const discordShown = (text: string): string => text.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1');
const slackShown = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('R85 Discord', () => {
  test.each(TEXTS)('R85 every message has the documented shape: %j', (text) => {
    for (const payload of payloads(text, 200)) {
      expect(discordShape.safeParse(discordMessage(payload)).error).toBeUndefined();
    }
  });

  test('R85 nobody is called, and nothing that people typed formats or links', () => {
    for (const payload of payloads(HOSTILE)) {
      const texts = textsIn(discordMessage(payload)).join('\n');
      // What is escaped has no meaning; of the rest only the product's own link is left.
      const meant = texts
        .replaceAll(/\\[^0-9A-Za-z\s]/g, '')
        .replaceAll(/\]\(https:\/\/raffles\.example\.org[^)]*\)/g, '');
      expect(meant).not.toMatch(/[*_~`|<>]|@(?!\u200B)|#(?!\u200B)|https:\/\/evil|evil\.example|:smile:|\n>/);
      expect(texts).not.toContain('@everyone');
      expect(texts).not.toContain('@here');
    }
  });

  test('R85 a name is read as it is written', () => {
    const [, , , result] = payloads('Ann-Marie O’Neil (née_B.)');
    const texts = textsIn(result === undefined ? {} : discordMessage(result)).map(discordShown);
    expect(texts.join('\n').replaceAll('\u200B', '')).toContain('Ann-Marie O’Neil (née_B.) (number 1)');
  });
});

describe('R85 Slack', () => {
  test.each(TEXTS)('R85 every message has the documented shape: %j', (text) => {
    for (const payload of payloads(text, 200)) {
      expect(slackShape.safeParse(slackMessage(payload)).error).toBeUndefined();
    }
  });

  test('R85 nobody is called, and nothing that people typed links', () => {
    for (const payload of payloads(HOSTILE)) {
      const message = slackShape.parse(slackMessage(payload));
      const texts = textsIn(message).filter((text) => !text.startsWith('<https://raffles.example.org/'));
      for (const text of texts) {
        expect(text).not.toMatch(/[<>]|&(?!lt;|gt;|amp;)|@(?!\u200B)|evil\.example|https:\/\/evil/);
      }
      expect(textsIn(message).join()).not.toContain('@everyone');
    }
  });

  test('R85 the product’s own link is one', () => {
    const [, , , result] = payloads('Gala');
    const texts = textsIn(result === undefined ? {} : slackMessage(result));
    expect(texts).toContain(
      '<https://raffles.example.org/results/abc?draw=1&amp;x=2|See the results and check them>',
    );
    expect(texts.map(slackShown).join('\n')).toContain('Gala: Gala (number 1)');
  });
});
