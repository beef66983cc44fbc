/** What the demonstration's gala gives away: twenty prizes in three draws, in each the greatest first (R61, R69). */
import type { Drawing } from './drawings.ts';

export interface GalaPrize {
  name: string;
  quantity: number;
  description?: string;
  sponsor?: { name: string; url: string };
  /** Only for people with this label (R63). */
  group?: GalaGroup;
  /** R73: how long it can be claimed, in seconds. */
  claimWindow?: number;
  drawing: Drawing;
}

export const GALA_GROUPS = ['Helpers', 'Members'] as const;
type GalaGroup = (typeof GALA_GROUPS)[number];

const MINUTE = 60;
/** R73: of the umbrellas, in seconds. */
export const SHORT_WINDOW = 8 * MINUTE;
const DAY = 86_400;
const MARKET = { name: 'Market Hall Traders', url: 'https://markethall.example' };
const THEATRE = { name: 'Theatre by the Bridge', url: 'https://theatre.example' };
const BOOKS = { name: 'Page & Daughter Books', url: 'https://page-and-daughter.example' };

/** In the order in which the draws are held. */
export const GALA_DRAWS: readonly { name: string; prizes: readonly GalaPrize[] }[] = [
  {
    name: 'Welcome',
    prizes: [
      {
        name: 'Flowers every month',
        quantity: 2,
        description: 'A fresh bouquet on the first Saturday of each month, for half a year.',
        claimWindow: 14 * DAY,
        sponsor: { name: 'Fernleaf Florists', url: 'https://fernleaf.example' },
        drawing: 'bouquet',
      },
      { name: 'Umbrella', quantity: 2, sponsor: MARKET, drawing: 'umbrella', claimWindow: SHORT_WINDOW },
      { name: 'Book token', quantity: 3, sponsor: BOOKS, drawing: 'books', claimWindow: 30 * DAY },
      { name: 'Reading lamp', quantity: 1, drawing: 'lamp' },
      { name: 'Box of chocolates', quantity: 4, sponsor: MARKET, drawing: 'chocolates' },
      {
        name: 'Pot of honey',
        quantity: 5,
        description: 'From the hives on the roof of the town hall.',
        drawing: 'honey',
      },
      { name: 'Bottle of wine', quantity: 6, sponsor: MARKET, drawing: 'wine' },
      { name: 'Club mug', quantity: 3, group: 'Members', drawing: 'mug' },
    ],
  },
  {
    name: 'Dessert',
    prizes: [
      { name: 'Record player', quantity: 1, drawing: 'records', claimWindow: 14 * DAY },
      {
        name: 'Coffee for a year',
        quantity: 1,
        description: 'Two bags a month, roasted around the corner.',
        sponsor: { name: 'North Quay Roasters', url: 'https://northquay.example' },
        drawing: 'coffee',
      },
      { name: 'Two seats in the front row', quantity: 2, sponsor: THEATRE, drawing: 'tickets' },
      { name: 'Hammock', quantity: 1, drawing: 'hammock' },
      {
        name: 'Apple tree',
        quantity: 1,
        description: 'Planted in your garden, or in ours with your name on it.',
        drawing: 'apples',
      },
      { name: 'Hamper from the market', quantity: 3, sponsor: MARKET, drawing: 'hamper' },
      {
        name: 'Cake for your birthday',
        quantity: 2,
        sponsor: { name: 'Crumb & Co. Bakery', url: 'https://crumb.example' },
        drawing: 'cake',
      },
    ],
  },
  {
    name: 'Midnight',
    prizes: [
      {
        name: 'Weekend for two by the sea',
        quantity: 1,
        description: 'Two nights with breakfast in the old lighthouse, any weekend until next May.',
        sponsor: { name: 'Lighthouse Hotel', url: 'https://lighthouse.example' },
        drawing: 'sea',
      },
      {
        name: 'Balloon ride at sunrise',
        quantity: 1,
        sponsor: { name: 'Highfield Balloons', url: 'https://highfield.example' },
        drawing: 'balloon',
      },
      {
        name: 'Bicycle',
        quantity: 1,
        description: 'Red, with seven gears.',
        sponsor: { name: 'Spokes & Sons', url: 'https://spokes.example' },
        drawing: 'bicycle',
      },
      { name: 'Dinner for four', quantity: 1, drawing: 'dinner' },
      {
        name: 'A day backstage',
        quantity: 1,
        description: 'A thank-you to those who put up the chairs.',
        sponsor: THEATRE,
        group: 'Helpers',
        drawing: 'stage',
      },
    ],
  },
];
