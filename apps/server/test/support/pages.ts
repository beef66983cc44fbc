/** An address of each page of the web app, as test/pages.test.ts compares them with its routes. */
const ID = 'n'.repeat(22);

export const PAGES = [
  '/',
  '/legal',
  '/auth',
  '/auth/forgot',
  '/auth/reset',
  '/auth/confirm',
  '/account',
  '/admin',
  '/host',
  `/host/raffles/${ID}/${ID}`,
  `/r/${ID}`,
  '/continue',
  `/join/${ID}`,
  `/j/${ID}`,
  `/ticket/${ID}`,
  `/here/${ID}`,
  `/draw/${ID}`,
  `/stage/${ID}`,
  `/results/${ID}`,
  `/desk/${ID}`,
  '/verify',
  `/unsubscribe/${ID}`,
  '/log',
  '/ui',
];
